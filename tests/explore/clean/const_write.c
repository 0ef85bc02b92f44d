/* explore: --function tune
 * run: tune(6, 4);
 * run: tune(0, 4);
 * run: tune(6, 100); */
static const int limits[2] = {10, 20};
static int current[2] = {10, 20};

int tune(int which, int value)
{
    int *p = which > 5 ? current + 1 : current;
    if (value > 3 && value < 9)
        p[0] = value;
    return current[0];
}
