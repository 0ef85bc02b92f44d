/* explore: --function queue
 * run: queue(1, 2, 7);
 * run: queue(0, 0, 0); */
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

    assert(get() == a);
    assert(get() == b);
    return get() == c;
}
