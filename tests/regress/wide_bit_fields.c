/* A run of bit-fields of more than 128 bits is one integer to clang: reads, writes and signs across its words. */
#include <stdio.h>
#include <string.h>

#pragma pack(1)
struct run {
    signed a : 29;
    signed b : 30;
    unsigned c : 8;
    signed d : 20;
    unsigned e : 19;
    signed long long f : 45;
    unsigned g : 3;
    signed h : 31;
};
#pragma pack()

static struct run fixed = {-1, 536870911, 200, -524288, 99999, -17592186044416, 5, -1};

static void show(const struct run *r) {
    printf("%d %d %u %d %u %lld %u %d\n", r->a, r->b, r->c, r->d, r->e, (long long)r->f, r->g, r->h);
}

int main(void) {
    struct run other;
    memset(&other, 0xa5, sizeof other);
    show(&fixed);
    show(&other);
    for (int i = 0; i < 40; i++) {
        other.a = i * 12345671;
        other.c += i;
        other.d = other.c * -777;
        other.f = (other.f << 3) ^ i;
        other.g++;
        other.h -= other.b;
        fixed.b = other.a;
        fixed.e ^= other.e >> (i % 19);
        show(&other);
    }
    show(&fixed);
    const unsigned char *bytes = (const unsigned char *)&other;
    for (unsigned at = 0; at < sizeof other; at++)
        printf("%02x", bytes[at]);
    printf(" %zu\n", sizeof other);
    return other.g;
}
