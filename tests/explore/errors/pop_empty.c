/* explore: --function drain
 * error: out-of-bounds
 * run: drain(1, 0); */
static int item[8];
static int size;

static int pop(void)
{
    return item[--size];
}

int drain(int a, int b)
{
    size = 0;
    item[size++] = a;
    if (b > 0)
        item[size++] = b;
    int first = pop();
    int second = pop();
    return first > second;
}
