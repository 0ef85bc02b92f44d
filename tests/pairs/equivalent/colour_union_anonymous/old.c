/* Colour of a pixel, 0xAABBGGRR. */
struct colour { unsigned rgba; };

unsigned luma(const struct colour *c)
{
    unsigned r = c->rgba & 0xff, g = c->rgba >> 8 & 0xff, b = c->rgba >> 16 & 0xff;

    return (r * 2 + g * 5 + b) / 8;
}

void invert(struct colour *c)
{
    c->rgba ^= 0x00ffffff;
}
