/* Colour of a pixel, 0xAABBGGRR. */
struct colour {
    union {
        unsigned rgba;
        struct { unsigned char r, g, b, a; };
    };
};

unsigned luma(const struct colour *c)
{
    return (2u * c->r + 5u * c->g + c->b) >> 3;
}

void invert(struct colour *c)
{
    c->r = (unsigned char)~c->r;
    c->g = (unsigned char)~c->g;
    c->b = (unsigned char)~c->b;
}
