/* Makes random calls of both versions of a module. `call` makes one; it follows after this text. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SEQUENCES = 600, LENGTH = 120 };

static unsigned long long random_state;
static int small;

static int call(void);

static unsigned next(void)
{
    unsigned long long z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (unsigned)(z ^ z >> 31);
}

/* An argument: small numbers more often than others. */
static unsigned value(void)
{
    unsigned bits = next();
    switch (next() % (small ? 2 : 5)) {
    case 0:
    case 1: return bits % 13;
    case 2: return 0u - bits % 4;
    case 3: return 1u << bits % 32;
    default: return bits;
    }
}

int main(void)
{
    unsigned shortest = 0;
    for (unsigned n = 0; n < SEQUENCES; n++) {
        int status;
        pid_t child = fork();
        if (child < 0)
            return 2;
        if (child == 0) {
            unsigned length = shortest ? shortest - 1 : LENGTH;
            random_state = n * 1000003ull + 17;
            small = n % 2;
            for (unsigned i = 0; i < length; i++)
                if (call())
                    _exit((int)i + 1);
            _exit(0);
        }
        if (waitpid(child, &status, 0) != child || !WIFEXITED(status))
            return 3;
        if (WEXITSTATUS(status) != 0)
            shortest = (unsigned)WEXITSTATUS(status);
    }
    printf("%u\n", shortest);
    return 0;
}

