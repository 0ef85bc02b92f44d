/* stdin: )(
 * stdin: (())
 * stdin: */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int open = 0, c;
    for (int i = 0; i < 4 && (c = getchar()) != EOF; i++) {
        if (c == '(')
            open++;
        else if (c == ')' && open > 0)
            open--;
        assert(open >= 0);
    }
    return open != 0;
}
