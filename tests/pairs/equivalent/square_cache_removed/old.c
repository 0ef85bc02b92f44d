/* Slow multiplication on this core: remember the last one. */
static int key;
static int value;
static int valid;

int square(int x)
{
    if (!valid || key != x) {
        key = x;
        value = x * x;
        valid = 1;
    }
    return value;
}

int cube(int x)
{
    return square(x) * x;
}
