/* explore: --function collect
 * error: use-after-scope
 * run: collect(11); */
int collect(int n)
{
    const int *latest = 0;
    int kept = 0;
    for (int i = 0; i < 2; i++) {
        int value = n > 0 ? i : -i;
        latest = &value;
        kept = *latest;
    }
    return n > 10 ? *latest : kept;
}
