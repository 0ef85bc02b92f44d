/* The last four error codes. */
static int code[4];
static unsigned pos;

void error_log(int c)
{
    pos = (pos + 1) % 4;
    code[pos] = c;
}

int error_back(int back)
{
    if (back < 0 || back > 3)
        return 0;
    return code[(pos + 4 - (unsigned)back) % 4];
}
