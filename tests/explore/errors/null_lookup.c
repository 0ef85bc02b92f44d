/* explore: --function price
 * error: null-access
 * run: price(15); */
#include <stddef.h>

struct entry {
    int code, price;
};

static const struct entry table[3] = {{10, 5}, {20, 7}, {30, 11}};

static const struct entry *find(int code)
{
    for (int i = 0; i < 3; i++)
        if (table[i].code == code)
            return &table[i];
    return NULL;
}

int price(int code)
{
    const struct entry *e = find(code);
    return e->price;
}
