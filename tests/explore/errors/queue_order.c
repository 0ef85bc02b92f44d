/* explore: --function queue
 * error: assert
 * run: queue(1, 2, 7); */
#include <assert.h>

static int item[4];
static unsigned head, tail;

static void put(int v) { item[tail++ % 4] = v; }
static int get(void) { return item[head++ % 4]; }

int queue(int a, int b, int c)
{
    head = tail = 0;
    put(a);
    put(b);
    put(c);
    if (c == 7)
        put(c), put(c);
    assert(get() == a);
    assert(get() == b);
    return get() == c;
}
