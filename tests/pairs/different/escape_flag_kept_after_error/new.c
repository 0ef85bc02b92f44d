/* Removes byte stuffing: 0x7d x stands for x ^ 0x20. Gives -1 where no byte comes out. */
static unsigned char errors;

int unstuff(unsigned char b)
{
    static unsigned char flip;          /* 0x20 after an escape */
    unsigned char now = flip;

    if (b == 0x7d || (b == 0x7e && now)) {
        if (!now)
            flip = 0x20;
        else if (errors != 255)
            errors++;
        return -1;
    }
    return b ^ now;
}

int unstuff_errors(void)
{
    return errors;
}
