/* pruned_turned_new.c before the change. */
int y;

void pruned(int c, int x)
{
    if (c <= 1)         /* n0 */
        ;
    else
        x = 1;          /* n1 */
    if (x <= 0)         /* n2 */
        y = 2;          /* n4 */
    else
        y = 1;          /* n3 */
}
