/* Errors by kind. */
static struct {
    unsigned crc, timeout, framing;
} errors;

static unsigned *counter(int code)
{
    switch (code) {
    case 0: return &errors.crc;
    case 1: return &errors.timeout;
    case 2: return &errors.framing;
    default: return 0;
    }
}

void error_count(int code)
{
    unsigned *n = counter(code);

    if (n)
        ++*n;
}

unsigned error_total(void)
{
    return errors.crc + errors.timeout + errors.framing;
}

unsigned error_of(int code)
{
    unsigned *n = counter(code);

    return n ? *n : 0;
}
