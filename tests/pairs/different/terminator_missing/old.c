/* Copies a label into a field of six characters that always ends with 0. */
int copy_label(char to[6], const char from[6])
{
    int i;

    for (i = 0; i < 5 && from[i] != '\0'; i++)
        to[i] = from[i];
    to[i] = '\0';
    return i;
}
