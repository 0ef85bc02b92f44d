/* pruned_sequence_new.c before the change. */
int y;

void pruned(int c, int x)
{
    if (c > 1)          /* n0 */
        x = 1;          /* n1 */
    if (x > 0)          /* n2 */
        y = 1;          /* n3 */
    else
        y = 2;          /* n4 */
}
