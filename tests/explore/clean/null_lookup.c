/* explore: --function price
 * run: price(15);
 * run: price(30);
 * run: price(10); */
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
    if (!e)
        return -1;
    return e->price;
}
