/* explore: --function apply
 * run: apply(7, 1);
 * run: apply(8, 1);
 * run: apply(0, 1); */
static int narrow(int a) { return a & 255; }
static int wide(int a, int b) { return (a ^ b) & 255; }

int apply(int kind, int x)
{
    int (*one)(int) = narrow;
    if (kind == 7)
        one = (int (*)(int))narrow;
    return kind == 8 ? wide(x, kind) : one(x);
}
