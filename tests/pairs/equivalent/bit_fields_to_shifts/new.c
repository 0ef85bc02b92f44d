/* Packs a colour into 5, 6 and 5 bits, with its brightness on top. */
unsigned pack_colour(unsigned red, unsigned green, unsigned blue)
{
    unsigned r = red & 31u;
    unsigned g = green % 64u;
    unsigned b = blue & 31u;

    return (r + g + b) << 16 | r << 11 | g << 5 | b;
}
