/* Counts identifiers in a stream of characters. */
enum { OTHER, LETTER, DIGIT };

static unsigned char class_of[256];
static unsigned found;
static int state;

static void classes(void)
{
    for (int c = 'a'; c <= 'z'; c++)
        class_of[c] = class_of[c - 'a' + 'A'] = LETTER;
    class_of['_'] = LETTER;
    for (int c = '0'; c <= '9'; c++)
        class_of[c] = DIGIT;
}

unsigned scan(unsigned char c)
{
    if (!class_of['_'])
        classes();
    if (state == 0 && class_of[c] == LETTER)
        found++;
    if (class_of[c] != DIGIT)
        state = class_of[c] == LETTER;
    return found;
}
