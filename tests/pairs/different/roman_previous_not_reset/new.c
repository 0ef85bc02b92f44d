/* Reads a Roman numeral letter by letter (I, V, X, L); others start anew. */
static struct { int total, last; } numeral;

static int value(char c)
{
    switch (c) {
    case 'I': return 1;
    case 'V': return 5;
    case 'X': return 10;
    case 'L': return 50;
    default: return 0;
    }
}

int roman(char c)
{
    int v = value(c);
    int base = numeral.total > 100000 ? 0 : numeral.total;

    if (!v) {
        numeral.total = 0;
        return 0;
    }
    numeral.total = v > numeral.last ? base + v - numeral.last - numeral.last : base + v;
    numeral.last = v;
    return numeral.total;
}
