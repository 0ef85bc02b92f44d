/* Scales a raw value to hundredths. */
int scaled(int raw)
{
    int product;

    if (raw < 0 || raw > 1000)
        return -1;
    product = raw * 120;
    return product / 100;
}
