/* Remembers a key of four bytes and compares others with it. */
#include <string.h>

static unsigned char key[4];
static int learnt;

void key_learn(const unsigned char *k)
{
    memcpy(key, k, 4);
    learnt = 1;
}

int key_match(const unsigned char *k)
{
    return learnt && memcmp(key, k, 4) == 0;
}
