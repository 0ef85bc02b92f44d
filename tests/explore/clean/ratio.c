/* explore: --function percent
 * run: percent(0, 0);
 * run: percent(3, 4);
 * run: percent(200, 100); */
int percent(unsigned char part, unsigned char whole)
{
    if (part > whole)
        return 100;
    if (whole == 0)
        return 0;
    return 100 * part / whole;
}
