/* Gives the width of a pulse in ticks when it ends, else 0; modulo 256. */
int width_tick(int level)
{
    static unsigned char length;
    static _Bool inside;

    if (level) {
        if (!inside)
            length = 0;
        inside = 1;
        length++;
        return 0;
    }
    if (!inside)
        return 0;
    inside = 0;
    return length;
}
