#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

struct range { int a, b; };
bool range_contains(struct range r, int v);
bool range_overlaps(struct range l, struct range r);
struct range range_join(struct range l, struct range r);

int main(void)
{
    static const int v[] = { INT_MIN, -1, 0, 1, 5, INT_MAX };
    for (int i = 0; i < 1296; i++) {
        struct range l = { v[i % 6], v[i / 6 % 6] }, r = { v[i / 36 % 6], v[i / 216] };
        struct range j = range_join(l, r);
        printf("%d%d%d %d %d\n", range_contains(l, v[i / 216]), range_contains(r, 0), range_overlaps(l, r), j.a, j.b);
    }
    return 0;
}
