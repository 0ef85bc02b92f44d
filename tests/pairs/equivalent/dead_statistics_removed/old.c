/* Mean level of six tanks. */
unsigned short tank[6];

unsigned fill_level(void)
{
    unsigned sum = 0;
    unsigned mean;
    unsigned long variance = 0;
    int i;

    for (i = 0; i < 6; i++)
        sum += tank[i];
    mean = sum / 6;
    for (i = 0; i < 6; i++) {
        long d = (long)tank[i] - (long)mean;
        variance += (unsigned long)(d * d);
    }
    variance /= 6;
    return mean;
}
