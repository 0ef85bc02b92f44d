/* explore: --function cells
 * error: array-length
 * run: cells(3, 5); */
int cells(signed char columns, signed char margin)
{
    int width = columns - margin;
    if (width > 16)
        return 0;
    char line[width];
    line[0] = 'x';
    return line[0] == 'x' ? width : 0;
}
