/* [idise-icsm2012] Fig. 4(c): the assignments k0 and k1 are impacted, and what they assign is used at k2. */
int r;

void f(int c, int y, int z) {
    int x;
    if (c)
        x = y; /* k0 */
    else
        x = z; /* k1 */
    if (x > 0) /* k2 */
        r = 1;
    else
        r = 2;
}
