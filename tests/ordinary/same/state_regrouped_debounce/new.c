struct debounce {
    int stable;
    int candidate;
    unsigned count;
};

static struct debounce button = { .stable = 1, .candidate = 1 };

int button_sample(int raw)
{
    int level = raw != 0;

    if (level == button.candidate) {
        if (button.count < 4)
            button.count++;
    } else {
        button.candidate = level;
        button.count = 1;
    }
    if (button.count >= 4)
        button.stable = button.candidate;
    return button.stable;
}

unsigned button_confidence(void)
{
    return button.count;
}
