/* explore: --function dispatch
 * run: dispatch('q', 1);
 * run: dispatch('s', 2);
 * run: dispatch('z', 2); */
struct handler {
    char key;
    int (*call)(int);
};

static int stop(int x) { return x & 1; }
static int go(int x) { return x | 1; }

static struct handler handlers[3] = {{'s', stop}, {'g', go}, {'q', stop}};

int dispatch(char key, int x)
{
    for (int i = 0; i < 3; i++)
        if (handlers[i].key == key)
            return handlers[i].call(x);
    return -1;
}
