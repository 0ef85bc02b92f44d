#include <stdint.h>

enum kind { K_INT = 1, K_PAIR, K_BYTES };

struct item {
    uint32_t kind;
    union {
        uint32_t number;
        struct { uint16_t a, b; } pair;
        uint8_t bytes[4];
    } u;
};

uint32_t item_sum(const struct item *it)
{
    uint32_t s = 0;

    if (!it)
        return 0;
    switch (it->kind) {
    case K_INT:
        return it->u.number;
    case K_PAIR:
        return (uint32_t)it->u.pair.a + it->u.pair.b;
    case K_BYTES:
        for (int i = 0; i < 4; i++)
            s += it->u.bytes[i];
        return s;
    }
    return UINT32_MAX;
}
