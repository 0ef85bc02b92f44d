/* explore: --function dispatch
 * error: bad-call null-access
 * run: dispatch('q', 1); */
struct handler {
    char key;
    int (*call)(int);
};

static int stop(int x) { return x & 1; }
static int go(int x) { return x | 1; }

static struct handler handlers[3] = {{'s', stop}, {'g', go}, {'q'}};

int dispatch(char key, int x)
{
    for (int i = 0; i < 3; i++)
        if (handlers[i].key == key)
            return handlers[i].call(x);
    return -1;
}
