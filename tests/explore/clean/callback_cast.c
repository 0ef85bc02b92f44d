/* explore: --function visit
 * run: visit(2, 1);
 * run: visit(0, -1);
 * run: visit(10, 3); */
typedef int visitor(long);

static int count(long value) { return value > 0; }
static int both(long a, long b) { return a > b; }

int visit(int kind, long value)
{
    visitor *v = kind < 2 ? count : (visitor *)count;
    return v(value) + (kind > 9 ? both(1, 2) : 0);
}
