struct quota {
    unsigned window;
    unsigned spent;
};

static struct quota *quota(void)
{
    static struct quota q = { .window = 1 };
    return &q;
}

int quota_take(unsigned now, unsigned amount)
{
    struct quota *q = quota();
    unsigned window = now / 1000;

    if (window != q->window) {
        q->window = window;
        q->spent = 0;
    }
    if (amount > 50 - q->spent)
        return 0;
    q->spent += amount;
    return 1;
}

unsigned quota_left(void)
{
    return 50 - quota()->spent;
}
