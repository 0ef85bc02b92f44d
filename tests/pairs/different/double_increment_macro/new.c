/* Sum of the samples, each limited to 100. */
#define LIMITED(v) ((v) > 100 ? 100 : (v))

unsigned limited_sum(const unsigned char samples[4])
{
    const unsigned char *p = samples;
    unsigned sum = 0;

    while (p + 1 < samples + 4)
        sum += LIMITED(*p++);
    return sum;
}
