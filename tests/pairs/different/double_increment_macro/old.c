/* Sum of the samples, each limited to 100. */
static unsigned limited(unsigned v) { return v > 100 ? 100 : v; }

unsigned limited_sum(const unsigned char samples[4])
{
    const unsigned char *p = samples;
    unsigned sum = 0;

    while (p < samples + 4)
        sum += limited(*p++);
    return sum;
}
