static int stable_level = 1;
static int candidate = 1;
static unsigned same_count;

int button_sample(int raw)
{
    int level = raw != 0;

    if (level == candidate) {
        if (same_count < 4)
            same_count++;
    } else {
        candidate = level;
        same_count = 1;
    }
    if (same_count >= 4)
        stable_level = candidate;
    return stable_level;
}

unsigned button_confidence(void)
{
    return same_count;
}
