/* explore: --function pick
 * run: pick(3);
 * run: pick(0); */
static int *shared;

static void choose(int n)
{
    static int local;
    local = n;
    shared = &local;
}

int pick(int n)
{
    choose(n);
    return *shared == 3;
}
