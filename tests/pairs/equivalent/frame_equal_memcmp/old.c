/* Compares a sent frame with its echo. */
unsigned char sent[9];
unsigned char echoed[9];
unsigned mismatches;

int same_frame(void)
{
    int equal = 1;
    int i;

    for (i = 0; i < 9; i++)
        if (sent[i] != echoed[i])
            equal = 0;
    if (!equal)
        mismatches++;
    return equal;
}
