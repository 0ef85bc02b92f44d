/* [idise-icsm2012] Fig. 4(b): j0 and j1 are impacted. */
int r;

void f(int x, int y) {
    if (x > 1) /* j0 */
        r = r + 1;
    if (y > 1) /* j1 */
        r = r + 2;
}
