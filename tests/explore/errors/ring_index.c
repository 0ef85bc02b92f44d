/* explore: --function put
 * error: out-of-bounds
 * run: put(9, 'x'); */
static char ring[8];
static unsigned head;

int put(unsigned steps, char c)
{
    head = 0;
    if (steps > 20)
        return -1;
    for (unsigned i = 0; i < steps; i++) {
        ring[head] = c;
        head = head + 1;
    }
    return (int)head;
}
