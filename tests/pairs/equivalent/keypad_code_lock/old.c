/* Opens after 2 5 8 0; the lock falls shut after the next key. */
static int position;
static int unlocked;

void key(int digit)
{
    static const int code[4] = {2, 5, 8, 0};

    if (digit < 0 || digit > 9)
        return;
    unlocked = 0;
    if (digit == code[position]) {
        position++;
        if (position == 4) {
            unlocked = 1;
            position = 0;
        }
    } else {
        position = digit == 2 ? 1 : 0;
    }
}

int is_unlocked(void)
{
    return unlocked;
}
