/* explore: --function drain
 * run: drain(1, 0);
 * run: drain(1, 2); */
static int item[8];
static int size;

static int pop(void)
{
    if (size == 0)
        return -1;
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
