/* Counts identifiers in a stream of characters. */
static int inside;
static unsigned count;

static int is_letter(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

unsigned scan(unsigned char c)
{
    if (inside) {
        if (!is_letter(c) && !(c >= '0' && c <= '9'))
            inside = 0;
    } else if (is_letter(c)) {
        inside = 1;
        count++;
    }
    return count;
}
