/* Removes byte stuffing: 0x7d x stands for x ^ 0x20. Gives -1 where no byte comes out. */
static int escaped;
static int errors;

int unstuff(unsigned char b)
{
    if (escaped) {
        escaped = 0;
        if (b == 0x7d || b == 0x7e) {
            if (errors < 255)
                errors++;
            return -1;
        }
        return b ^ 0x20;
    }
    if (b == 0x7d) {
        escaped = 1;
        return -1;
    }
    return b;
}

int unstuff_errors(void)
{
    return errors;
}
