/* explore: --function cells
 * run: cells(3, 5);
 * run: cells(16, 0);
 * run: cells(127, -128); */
int cells(signed char columns, signed char margin)
{
    int width = columns - margin;
    if (width > 16 || width <= 0)
        return 0;
    char line[width];
    line[0] = 'x';
    return line[0] == 'x' ? width : 0;
}
