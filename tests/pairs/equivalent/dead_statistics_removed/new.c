/* Mean level of six tanks. */
unsigned short tank[6];

unsigned fill_level(void)
{
    unsigned sum = tank[0] + tank[1];
    int i;

    for (i = 2; i < 6; i++)
        sum += tank[i];
    return sum / 6;
}
