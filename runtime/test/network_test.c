/* byte_order.c against glibc. */
#define _GNU_SOURCE
#include "check.h"
#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#undef htonl
#undef htons
#undef ntohl
#undef ntohs

MODEL(htonl); MODEL(htons); MODEL(ntohl); MODEL(ntohs); MODEL(inet_addr); MODEL(inet_aton); MODEL(inet_ntoa); MODEL(inet_pton);
MODEL(inet_ntop);

static void text(const char *s) {
    struct in_addr ours = {7}, theirs = {7};
    int r = incise_inet_aton(s, &ours), t = inet_aton(s, &theirs);
    CHECK((r != 0) == (t != 0) && (!r || ours.s_addr == theirs.s_addr), "inet_aton(%s)", s);
    CHECK(incise_inet_addr(s) == inet_addr(s), "inet_addr(%s)", s);
    ours.s_addr = theirs.s_addr = 7;
    CHECK(incise_inet_pton(AF_INET, s, &ours) == inet_pton(AF_INET, s, &theirs), "inet_pton(%s)", s);
    CHECK(ours.s_addr == theirs.s_addr, "the address of inet_pton(%s)", s);
}

static void number(unsigned n) {
    CHECK(incise_htonl(n) == htonl(n) && incise_ntohl(n) == ntohl(n), "htonl(%u)", n);
    CHECK(incise_htons((unsigned short)n) == htons((unsigned short)n), "htons(%u)", n);
    CHECK(incise_ntohs((unsigned short)n) == ntohs((unsigned short)n), "ntohs(%u)", n);
    struct in_addr address = {n};
    CHECK(strcmp(incise_inet_ntoa(address), inet_ntoa(address)) == 0, "inet_ntoa(%u)", n);
    for (socklen_t size = 0; size < 20; size++) {
        char ours[20] = "", theirs[20] = "";
        int fits = incise_inet_ntop(AF_INET, &address, ours, size) == ours;
        CHECK(fits == (inet_ntop(AF_INET, &address, theirs, size) == theirs), "inet_ntop(%u, %u)", n, size);
        CHECK(fits ? strcmp(ours, theirs) == 0 : *incise___errno_location() == errno, "the text of inet_ntop(%u, %u)", n, size);
    }
}

void test_network(void) {
    static const char *const texts[] = {"1.2.3.4", "255.255.255.255", "256.1.1.1", "1.2.3", "1.2.3.", "0x7f.1", "010.1.1.1", "1.2.3.4 x",
                                        "4294967295", "4294967296", "1.16777215", "1.16777216", "", ".", "0x", "08", "1..2", "00.1.1.1",
                                        "1.2.3.4.5", "0", "1.2.3.04", " 1.2.3.4", "1.2.3.4\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) text(texts[i]);
    for (int i = 0; i < 20000; i++) {
        char *s = random_string("0123459.x a", 12);
        text(s);
        free(s);
    }
    for (int i = 0; i < 300; i++) number(random_below(1u << 31) * 2 + random_below(2));
    number(0), number(0xffffffff);
    unsigned char address[4];
    CHECK(incise_inet_pton(99, "1.2.3.4", address) == -1 && *incise___errno_location() == EAFNOSUPPORT, "inet_pton of an unknown family");
    unsupported = NULL;
    incise_inet_pton(AF_INET6, "::1", address);
    CHECK(unsupported != NULL, "inet_pton of IPv6");
}
