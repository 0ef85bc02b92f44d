/* [dise-tosem2014] Theorem 4.8 ([dise-pldi2011] Theorem 3.10) does not hold: with the true side first the search of Fig. 7 explores
 * n0 n1 n2 n3 and n0 n2 n4, and prunes n0 n2 n3, which is taken with c == 0 and x > 0: when the search comes to n3 the
 * second time, n3 counts as explored and nothing else lies ahead. With the false side first it explores all three.
 * In pruned_sequence_old.c, n0 tests c > 1.
 */
int y;

void pruned(int c, int x)
{
    if (c)              /* n0: changed */
        x = 1;          /* n1 */
    if (x > 0)          /* n2 */
        y = 1;          /* n3 */
    else
        y = 2;          /* n4 */
}
