static int level_a, level_b;
static unsigned faults_a, faults_b;

int channel_update(int channel, int target)
{
    int step;

    if (target < -1000 || target > 1000) {
        if (channel == 0)
            faults_a++;
        else
            faults_b++;
        return channel == 0 ? level_a : level_b;
    }
    step = (target - (channel == 0 ? level_a : level_b)) / 2;
    if (channel == 0) {
        level_a += step;
        return level_a;
    }
    level_b += step;
    return level_b;
}

unsigned channel_faults(int channel)
{
    return channel == 0 ? faults_a : faults_b;
}
