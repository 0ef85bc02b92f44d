/* Numbers and addresses of networks: htonl htons ntohl ntohs inet_aton inet_addr inet_ntoa inet_pton inet_ntop.
 *
 * Contract: POSIX, with glibc's extensions of dotted numbers (one to four parts, decimal, octal or hexadecimal; white space may
 * follow). IPv6 addresses are not modelled.
 */
#include "engine.h"
#include "integer.h"

enum { FAMILY_IPV4 = 2, FAMILY_IPV6 = 10, ERROR_FAMILY = 97, ERROR_NO_SPACE = 28 };

struct ipv4 { unsigned address; };

unsigned htonl(unsigned n) { return n >> 24 | (n >> 8 & 0xff00) | (n << 8 & 0xff0000) | n << 24; }

unsigned short htons(unsigned short n) { return (unsigned short)(n >> 8 | n << 8); }

unsigned ntohl(unsigned n) { return htonl(n); }

unsigned short ntohs(unsigned short n) { return htons(n); }

/* One part of a dotted number: its end, or null where there is none or it has more than 32 bits. */
static const char *dotted_part(const char *s, unsigned long *value) {
    unsigned base = 10;
    if (!is_digit_of((unsigned char)*s, 10)) return NULL;
    if (*s == '0') {
        base = 8;
        s++;
        if ((*s | 32) == 'x') {
            base = 16;
            s++;
            if (!is_digit_of((unsigned char)*s, 16)) return NULL;
        }
    }
    *value = 0;
    for (; is_digit_of((unsigned char)*s, base); s++) {
        *value = *value * base + digit_value((unsigned char)*s);
        if (*value > 0xffffffff) return NULL;
    }
    return s;
}

int inet_aton(const char *s, struct ipv4 *result) {
    unsigned long parts[4];
    int n = 0;
    for (;;) {
        s = dotted_part(s, &parts[n]);
        if (!s) return 0;
        n++;
        if (*s != '.' || n == 4) break;
        s++;
    }
    if (*s && !is_space((unsigned char)*s)) return 0;
    unsigned long address = 0;
    for (int i = 0; i < n - 1; i++) {
        if (parts[i] > 255) return 0;
        address |= parts[i] << (24 - 8 * i);
    }
    if (parts[n - 1] > 0xffffffffu >> (8 * (n - 1))) return 0;
    if (result) result->address = htonl((unsigned)(address | parts[n - 1]));
    return 1;
}

unsigned inet_addr(const char *s) {
    struct ipv4 result;
    return inet_aton(s, &result) ? result.address : 0xffffffff;
}

/* The length without the end. */
static size_t write_dotted(char *to, unsigned address) {
    size_t n = 0;
    for (int i = 0; i < 4; i++) {
        unsigned byte = address >> (8 * i) & 255;
        if (i > 0) to[n++] = '.';
        if (byte >= 100) to[n++] = (char)('0' + byte / 100);
        if (byte >= 10) to[n++] = (char)('0' + byte / 10 % 10);
        to[n++] = (char)('0' + byte % 10);
    }
    to[n] = 0;
    return n;
}

char *inet_ntoa(struct ipv4 address) {
    static char text[18];
    write_dotted(text, address.address);
    return text;
}

/* Four decimal numbers without leading zeros, and nothing else. */
static int parse_ipv4(const char *s, unsigned char *result) {
    unsigned char bytes[4];
    for (int i = 0; i < 4; i++) {
        if (i > 0 && *s++ != '.') return 0;
        unsigned value = 0;
        int n_digits = 0;
        for (; is_digit_of((unsigned char)*s, 10); s++) {
            if (n_digits > 0 && value == 0) return 0;
            value = value * 10 + (unsigned)(*s - '0');
            n_digits++;
            if (value > 255) return 0;
        }
        if (n_digits == 0) return 0;
        bytes[i] = (unsigned char)value;
    }
    if (*s) return 0;
    for (int i = 0; i < 4; i++) result[i] = bytes[i];
    return 1;
}

int inet_pton(int family, const char *restrict s, void *restrict result) {
    if (family == FAMILY_IPV4) return parse_ipv4(s, result);
    if (family == FAMILY_IPV6) {
        __incise_unsupported("inet_pton of an IPv6 address");
        return 0;
    }
    set_errno(ERROR_FAMILY);
    return -1;
}

const char *inet_ntop(int family, const void *restrict source, char *restrict to, unsigned size) {
    if (family == FAMILY_IPV6) {
        __incise_unsupported("inet_ntop of an IPv6 address");
        return NULL;
    }
    if (family != FAMILY_IPV4) {
        set_errno(ERROR_FAMILY);
        return NULL;
    }
    const unsigned char *bytes = source;
    char text[18];
    size_t n = write_dotted(text, bytes[0] | (unsigned)bytes[1] << 8 | (unsigned)bytes[2] << 16 | (unsigned)bytes[3] << 24);
    if (n >= size) {
        set_errno(ERROR_NO_SPACE);
        return NULL;
    }
    for (size_t i = 0; i <= n; i++) to[i] = text[i];
    return to;
}
