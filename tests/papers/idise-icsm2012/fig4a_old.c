/* [idise-icsm2012] Fig. 4(a): i0 is impacted, i1 and i2 are not. */
void f(int x) {
    if (x > 1) { /* i0 */
    } else {
    }
}
