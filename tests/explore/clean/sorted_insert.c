/* explore: --function insert
 * run: insert(3, 1, 2);
 * run: insert(1, 2, 3);
 * run: insert(3, 2, 1); */
#include <assert.h>

int insert(int a, int b, int c)
{
    int v[3] = {a, b, c};
    for (int i = 1; i < 3; i++)
        for (int j = i; j > 0 && v[j - 1] > v[j]; j--) {
            int t = v[j];
            v[j] = v[j - 1];
            v[j - 1] = t;
        }
    assert(v[0] <= v[1] && v[1] <= v[2]);
    return v[1];
}
