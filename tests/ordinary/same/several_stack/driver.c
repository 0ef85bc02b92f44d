#include <limits.h>
#include <stdio.h>

int stack_push(int v);
int stack_pop(int fallback);
int stack_peek(unsigned below);
int stack_depth(void);
void stack_dup(void);

static unsigned long long rng_state = 88172645463325252ULL;

static unsigned rng(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (unsigned)(rng_state >> 16);
}

int main(void)
{
    for (int i = 0; i < 3000; i++) {
        switch (rng() % 6) {
        case 0: case 1: printf("%d ", stack_push((int)rng())); break;
        case 2: case 3: printf("%d ", stack_pop(i)); break;
        case 4: stack_dup(); break;
        default: printf("%d %d ", stack_peek(rng() % 8), stack_peek(UINT_MAX)); break;
        }
        printf("%d\n", stack_depth());
    }
    return 0;
}
