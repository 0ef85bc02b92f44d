/* explore: --function pick
 * error: use-after-scope
 * run: pick(3); */
static int *shared;

static void choose(int n)
{
    int local = n;
    shared = &local;
}

int pick(int n)
{
    choose(n);
    return *shared == 3;
}
