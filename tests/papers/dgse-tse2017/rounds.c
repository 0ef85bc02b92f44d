/* Why what matters to a decision must be closed over the rounds of a loop (ours).
 *
 * incise explore rounds.c --function test --ub wrap
 *
 * What must come out: 8 paths, of which 2 end in the error in line 28 and 6 are completed.
 * How that is known: three bits matter, x & 1 (a of round 0, b of round 1), x & 2 (a of round 1) and y & 1 (b of round 0); they
 * are free, and in round 1 the divisor is 0 when the first two are 0.
 *
 * p and q are set anew in each round, and nothing of them is left after it. So a and b of one round meet at the division, and nothing of
 * round 0 meets anything of round 1, unless what comes after a division is said to depend on it. The pairs of [dgse-tse2017] Alg. 3, as they are
 * then, make a matter to b and nothing to a. The first run takes a, b, a, b, all true. Turning a of round 1 keeps x & 1, so that
 * b of round 1 cannot be turned after that. Turning a of round 0 turns b of round 1 as well; but a of round 1 was turned before, and is
 * not again: the error is missed.
 */
int last;

void test(int x, int y)
{
    for (int i = 0; i < 2; i++) {
        int p = 0, q = 0, r = 1;
        if ((x >> i) & 1)              /* a */
            p = 1;
        if ((i == 0 ? y : x) & 1)      /* b */
            q = 1;
        if (i == 1)
            r = p + q;

        last = 6 / r;
    }
}
