/* explore: --function slide
 * run: slide(1);
 * run: slide(2);
 * run: slide(3);
 * run: slide(4); */
#include <string.h>

struct sample {
    int time, value;
};

static struct sample window[4] = {{1, 10}, {2, 20}, {3, 30}, {4, 40}};

int slide(int steps)
{
    if (steps < 1 || steps > 3)
        return 0;
    size_t n = 4 - (size_t)steps;
    memmove(window, window + steps, n * sizeof *window);
    return window[0].value;
}
