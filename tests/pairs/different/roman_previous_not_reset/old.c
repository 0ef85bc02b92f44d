/* Reads a Roman numeral letter by letter (I, V, X, L); others start anew. */
static int total, previous;

int roman(char c)
{
    int v = c == 'I' ? 1 : c == 'V' ? 5 : c == 'X' ? 10 : c == 'L' ? 50 : 0;

    if (v == 0) {
        total = previous = 0;
        return 0;
    }
    if (total > 100000)
        total = 0;
    total += v;
    if (previous < v)
        total -= 2 * previous;
    previous = v;
    return total;
}
