#include <limits.h>
#include <stdio.h>

const char *unit_symbol(int unit);
int unit_width(int unit);

int main(void)
{
    static const int v[] = { INT_MIN, -1, 0, 1, 2, 3, 4, 5, INT_MAX };
    for (int i = 0; i < 9; i++) {
        const char *s = unit_symbol(v[i]);
        printf("%s %d %d\n", s ? s : "(none)", unit_width(v[i]), s == unit_symbol(v[i]));
    }
    return 0;
}
