/* pruned_sequence_new.c with both conditions turned round, so that what was the false side comes first. */
int y;

void pruned(int c, int x)
{
    if (c == 0)          /* n0: changed */
        ;
    else
        x = 1;          /* n1 */
    if (x <= 0)         /* n2 */
        y = 2;          /* n4 */
    else
        y = 1;          /* n3 */
}
