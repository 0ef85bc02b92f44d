/* lost_sequences_new.c before the change. */
int m, a, b;

void lost(unsigned x, unsigned y)
{
    if (((x ^ y) & 1) == 0) /* u */
        m = 1;
    else
        m = 2;
    if (x & 2)          /* a */
        a = 1;          /* a1 */
    else
        a = 2;          /* a2 */
    if (y & 2)          /* b */
        b = 1;          /* b1 */
    else
        b = 2;          /* b2 */
}
