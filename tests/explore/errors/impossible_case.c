/* explore: --function legs
 * error: unreachable
 * run: legs(3); */
int legs(unsigned kind)
{
    switch (kind % 4) {
    case 0: return 2;
    case 1: return 4;
    case 2: return 8;
    default: __builtin_unreachable();
    }
}
