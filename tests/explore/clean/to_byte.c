/* explore: --function brightness
 * run: brightness(1.0);
 * run: brightness(1.05);
 * run: brightness(-3.0);
 * run: brightness(0.5); */
unsigned char brightness(double level)
{
    if (!(level >= 0.0))
        return 0;
    if (level > 1.0)
        return 255;
    return (unsigned char)(level * 255.0);
}
