#include <stdio.h>
#include <string.h>

int decode_group(const unsigned char in[4], unsigned char out[3]);

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
    unsigned char in[4], out[3];
    for (int c = 0; c < 256; c++)
        for (int p = 0; p < 4; p++) {
            memcpy(in, "Qz0/", 4);
            memset(out, 0xEE, 3);
            in[p] = (unsigned char)c;
            printf("%d ", decode_group(in, out));
            printf("%02x%02x%02x\n", out[0], out[1], out[2]);
        }
    for (int i = 0; i < 200; i++) {
        for (int k = 0; k < 4; k++)
            in[k] = (unsigned char)(rng() % 96 + 32);
        printf("%d ", decode_group(in, out));
        memcpy(in, "AbC9", 4);
        printf("%d ", decode_group(in, in));
        printf("%d\n", in[0]);
    }
    printf("%d\n", decode_group(0, out));
    return 0;
}
