/* Packs a colour into 5, 6 and 5 bits, with its brightness on top. */
struct colour {
    unsigned red : 5;
    unsigned green : 6;
    unsigned blue : 5;
};

unsigned pack_colour(unsigned red, unsigned green, unsigned blue)
{
    struct colour c;
    unsigned brightness;

    c.red = red;
    c.green = green;
    c.blue = blue;
    brightness = c.red + c.green + c.blue;
    return (brightness << 16) + (c.red << 11) + (c.green << 5) + c.blue;
}
