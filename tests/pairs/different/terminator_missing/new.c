/* Copies a label into a field of six characters that always ends with 0. */
int copy_label(char to[6], const char from[6])
{
    int i = 0;

    while (i < 5) {
        to[i] = from[i];
        if (from[i] == '\0')
            return i;
        i++;
    }
    return i;
}
