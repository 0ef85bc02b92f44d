/* explore: --function weekend
 * error: unreachable
 * run: weekend(7); */
enum day { MON, TUE, WED, THU, FRI, SAT, SUN };

int weekend(unsigned n)
{
    enum day d = (enum day)(n % 8);
    switch (d) {
    case MON: case TUE: case WED: case THU: case FRI:
        return 0;
    case SAT: case SUN:
        return 1;
    }
    __builtin_unreachable();
}
