/* explore: --function fill
 * error: out-of-bounds
 * run: fill(6); */
struct stack {
    int size;
    int item[4];
};

static int push(struct stack *s, int value)
{
    if (s->size <= 4) {
        s->item[s->size++] = value;
        return 1;
    }
    return 0;
}

int fill(int n)
{
    struct stack s = {0};
    int done = 0;
    for (int i = 0; i < n && i < 6; i++)
        done += push(&s, i);
    return done;
}
