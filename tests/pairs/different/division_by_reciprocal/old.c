/* Decimetres to metres. */
double metres(double decimetres)
{
    if (decimetres < 0.0)
        return 0.0;
    return decimetres / 10.0;
}
