/* explore: --function visit
 * error: bad-call
 * run: visit(2, 1); */
typedef int visitor(long);

static int count(long value) { return value > 0; }
static int both(long a, long b) { return a > b; }

int visit(int kind, long value)
{
    visitor *v = kind < 2 ? count : (visitor *)both;
    return v(value) + (kind > 9 ? both(1, 2) : 0);
}
