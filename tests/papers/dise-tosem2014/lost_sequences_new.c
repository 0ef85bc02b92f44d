/* [dise-tosem2014] Theorem 4.8 does not hold where a branch that is not impacted shares inputs with impacted ones. Under u
 * only (a1, b1) and (a2, b2) are feasible, otherwise only (a1, b2) and (a2, b1). The search of Fig. 7 explores (a1, b1), (a2, b2) and
 * (a2, b1), and never (a1, b2): when it comes to b2 the second time, b2 counts as explored and nothing else lies ahead.
 * In lost_sequences_old.c, a tests x & 2 and b tests y & 2.
 */
int m, a, b;

void lost(unsigned x, unsigned y)
{
    if (((x ^ y) & 1) == 0) /* u */
        m = 1;
    else
        m = 2;
    if (x & 1)          /* a: changed */
        a = 1;          /* a1 */
    else
        a = 2;          /* a2 */
    if (y & 1)          /* b: changed */
        b = 1;          /* b1 */
    else
        b = 2;          /* b2 */
}
