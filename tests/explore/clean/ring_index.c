/* explore: --function put
 * run: put(9, 'x');
 * run: put(20, 'y');
 * run: put(0, 'z'); */
static char ring[8];
static unsigned head;

int put(unsigned steps, char c)
{
    head = 0;
    if (steps > 20)
        return -1;
    for (unsigned i = 0; i < steps; i++) {
        ring[head] = c;
        head = (head + 1) % sizeof ring;
    }
    return (int)head;
}
