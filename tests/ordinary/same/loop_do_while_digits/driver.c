#include <limits.h>
#include <stdio.h>

unsigned digit_count(unsigned long n);
unsigned digit_sum(unsigned long n);
int is_palindrome(unsigned long n);

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
    for (unsigned long n = 0; n < 1200; n++)
        printf("%u %u %d\n", digit_count(n), digit_sum(n), is_palindrome(n));
    for (int i = 0; i < 64; i++) {
        unsigned long n = ULONG_MAX >> i;
        printf("%u %u %d\n", digit_count(n), digit_sum(n), is_palindrome(n));
        n = (unsigned long)rng() << 32 | rng();
        printf("%u %u %d\n", digit_count(n), digit_sum(n), is_palindrome(n));
    }
    return 0;
}
