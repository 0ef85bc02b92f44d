/* The update step of a simplified wheel brake system, after the change: n0 tested PedalPos == 0 in wbs_old.c.
 * From [dise-pldi2011] Fig. 2 and [dise-tosem2014] Figs 3-4, with their node names n0 to n14.
 *
 * incise explore wbs_new.c --function update --ub wrap
 *
 * What must come out: 24 completed paths, no errors.
 * How that is known: n6-n9 give 3 ways and depend on BSwitch alone. The first two conditionals give 3 ways: after
 * PedalPos <= 0 and PedalPos == 1, PedalCmd is the parameter plus a constant, so all 3 ways of n10-n14 are open; after
 * n4, PedalCmd is PedalPos + 1 with PedalPos > 1 (or, wrapped, the least int), so PedalCmd == 2 is not, and 2 ways are.
 * (3 + 3 + 2) * 3 = 24. tests/papers/brute_force.sh counts as many by running it.
 * The papers say 21, which holds only if PedalCmd is never negative; [dgse-tse2017] section 8 says 24.
 *
 * Against wbs_old.c, AltPress differs exactly when PedalPos < 0 and PedalCmd is 0 or 1: there the old version leaves
 * PedalPos + 1 <= 0 in PedalCmd, so AltPress is 2, and the new one leaves PedalCmd + 2.
 */
int AltPress = 0;
int Meter = 2;

void update(int PedalPos, int BSwitch, int PedalCmd)
{
    if (PedalPos <= 0)                 /* n0: changed */
        PedalCmd = PedalCmd + 1;       /* n1 */
    else if (PedalPos == 1)            /* n2 */
        PedalCmd = PedalCmd + 2;       /* n3 */
    else
        PedalCmd = PedalPos;           /* n4 */

    PedalCmd = PedalCmd + 1;           /* n5 */

    if (BSwitch == 0)                  /* n6 */
        Meter = 1;                     /* n7 */
    else if (BSwitch == 1)             /* n8 */
        Meter = 2;                     /* n9 */

    if (PedalCmd == 2)                 /* n10 */
        AltPress = 0;                  /* n11 */
    else if (PedalCmd == 3)            /* n12 */
        AltPress = 1;                  /* n13 */
    else
        AltPress = 2;                  /* n14 */
}
