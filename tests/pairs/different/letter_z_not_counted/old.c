/* Counts capital letters of a stream. */
static int capitals;

int letter(char c)
{
    if (c >= 'A' && c <= 'Z') {
        capitals++;
        if (capitals > 9999)
            capitals = 0;
    }
    return capitals;
}
