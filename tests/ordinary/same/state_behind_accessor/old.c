static struct {
    unsigned window;
    unsigned spent;
} quota = { 1, 0 };

int quota_take(unsigned now, unsigned amount)
{
    unsigned window = now / 1000;

    if (window != quota.window) {
        quota.window = window;
        quota.spent = 0;
    }
    if (amount > 50 - quota.spent)
        return 0;
    quota.spent += amount;
    return 1;
}

unsigned quota_left(void)
{
    return 50 - quota.spent;
}
