#include <stdint.h>

enum kind { K_INT = 1, K_PAIR, K_BYTES };

struct pair { uint16_t first, second; };

struct item {
    uint32_t kind;
    union {
        uint32_t number;
        struct pair pair;
        uint8_t bytes[4];
    };
};

uint32_t item_sum(const struct item *it)
{
    if (!it)
        return 0;
    switch (it->kind) {
    case K_INT:
        return it->number;
    case K_PAIR:
        return (uint32_t)it->pair.first + it->pair.second;
    case K_BYTES:
        return (uint32_t)it->bytes[0] + it->bytes[1] + it->bytes[2] + it->bytes[3];
    default:
        return UINT32_MAX;
    }
}
