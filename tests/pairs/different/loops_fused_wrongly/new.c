/* Shifts four values so that the smallest is 0. */
unsigned values[4];

void normalise(void)
{
    unsigned low = values[0];
    int i;

    for (i = 0; i < 4; i++) {
        if (values[i] < low)
            low = values[i];
        values[i] -= low;
    }
}
