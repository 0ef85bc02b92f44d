static const struct {
    const char *name;
    int weight;
} severities[] = {
    [0] = { "emergency", 100 },
    [1] = { "alert", 80 },
    [3] = { "error", 40 },
    [4] = { "warning", 20 },
    [7] = { "debug", 1 },
};

static int known(unsigned level)
{
    return level < sizeof severities / sizeof *severities && severities[level].name;
}

const char *severity_name(unsigned level)
{
    return known(level) ? severities[level].name : "other";
}

int severity_weight(unsigned level)
{
    return known(level) ? severities[level].weight : 10;
}
