#include <stddef.h>
#include <stdint.h>

#define ARENA 4096u

static unsigned used;

/* Returns the offset of a block or -1. */
int arena_reserve(size_t size, size_t align)
{
    size_t start;

    if (align == 0 || align > 64 || (align & (align - 1)) != 0)
        return -1;
    if (size > ARENA)
        return -1;
    start = (used + align - 1) & ~(align - 1);
    if (start > ARENA || size > ARENA - start)
        return -1;
    used = (unsigned)(start + size);
    return (int)start;
}

void arena_clear(void)
{
    used = 0;
}
