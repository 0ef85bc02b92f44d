/* explore: --function brightness
 * error: float-cast
 * run: brightness(1.05); */
unsigned char brightness(double level)
{
    if (!(level >= 0.0))
        return 0;
    if (level > 1.1)
        return 255;
    return (unsigned char)(level * 255.0);
}
