/* explore: --function percent
 * error: division-by-zero
 * run: percent(0, 0); */
int percent(unsigned char part, unsigned char whole)
{
    if (part > whole)
        return 100;
    return 100 * part / whole;
}
