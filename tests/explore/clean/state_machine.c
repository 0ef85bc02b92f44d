/* stdin: spx
 * stdin: sxs
 * stdin: abc */
#include <stdio.h>
#include <stdlib.h>

enum state { IDLE, RUNNING, DONE };

int main(void)
{
    enum state s = IDLE;
    int c;
    for (int i = 0; i < 3 && (c = getchar()) != EOF; i++) {
        switch (s) {
        case IDLE:
            if (c == 's')
                s = RUNNING;
            break;
        case RUNNING:
            if (c == 'x')
                s = DONE;
            else if (c == 'p')
                s = IDLE;
            break;
        case DONE:
            break;
        default:
            abort();
        }
    }
    return s == DONE;
}
