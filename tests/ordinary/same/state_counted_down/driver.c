#include <stdbool.h>
#include <stdio.h>

bool login_result(bool ok);
int login_attempts_left(void);
void login_unlock(void);

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
    for (int i = 0; i < 800; i++) {
        if (rng() % 9 == 0)
            login_unlock();
        printf("%d", login_result(rng() % 3 == 0));
        printf("%d ", login_attempts_left());
    }
    putchar('\n');
    return 0;
}
