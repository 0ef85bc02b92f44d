/* explore: --function legs
 * run: legs(3);
 * run: legs(0);
 * run: legs(7); */
int legs(unsigned kind)
{
    switch (kind % 3) {
    case 0: return 2;
    case 1: return 4;
    case 2: return 8;
    default: __builtin_unreachable();
    }
}
