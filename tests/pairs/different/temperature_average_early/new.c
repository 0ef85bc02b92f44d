/* Mean of eight temperatures; 0 until eight have come. */
static struct {
    short t[8];
    unsigned char at, filled;
} w;

int mean8(short t)
{
    int sum = 0;

    w.t[w.at] = t;
    w.at = (unsigned char)((w.at + 1) & 7);
    if (w.filled < 7 && ++w.filled < 7)
        return 0;
    for (int i = 0; i < 8; i++)
        sum += w.t[i];
    return sum / 8;
}
