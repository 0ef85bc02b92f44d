/* [idise-icsm2012] Fig. 2(a), written so that the sides of a branch come in the order of Fig. 3(b). The figure's main is
   `run`: its inputs are parameters. */
int t;

int B(int z) {
    if (z > 3)
        return 1;
    return 0;
}

int A(int x, int y) {
    if (x <= 0) { /* l0 */
    } else
        y = y + 1; /* l1 */
    if (y <= 0) { /* l2 */
    } else
        x = B(y); /* l3 */
    return x + y; /* l4 */
}

void run(int x, int y, int z) {
    B(z);        /* li */
    t = A(x, y); /* lj */
}
