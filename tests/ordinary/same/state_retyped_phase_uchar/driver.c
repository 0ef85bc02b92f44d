#include <stdio.h>

int motor_step(int forward);
int motor_phase(void);
void motor_home(void);

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
    for (int i = 0; i < 1000; i++) {
        if (rng() % 30 == 0)
            motor_home();
        printf("%d ", motor_step((int)(rng() % 3) - 1));
        printf("%d\n", motor_phase());
    }
    return 0;
}
