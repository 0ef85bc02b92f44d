/* [idise-icsm2012] Fig. 4(a): i0 is impacted, i1 and i2 are not. */
void f(int x) {
    if (x > 0) { /* i0 */
    } else {
    }
}
