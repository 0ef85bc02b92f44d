/* strerror.c against glibc: every text, buffers of every size, perror byte by byte. */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MODEL(strerror); MODEL(strerror_r); MODEL(strsignal);
extern int __xpg_strerror_r(int code, char *buffer, size_t size);
extern int incise___xpg_strerror_r(int code, char *buffer, size_t size);
extern void incise_perror(const char *s);

static void printed(const char *s, int code) {
    char *theirs;
    size_t n_theirs;
    FILE *saved = stderr;
    stderr = open_memstream(&theirs, &n_theirs);
    errno = code;
    perror(s);
    fclose(stderr);
    stderr = saved;
    standard_output_size = 0;
    *incise___errno_location() = code;
    incise_perror(s);
    CHECK(n_theirs == standard_output_size && memcmp(theirs, standard_output, n_theirs) == 0, "perror(%s) of %d", s, code);
    free(theirs);
}

void test_strerror(void) {
    static const int far[] = {-1, -2147483647 - 1, 2147483647, 1000, -10};
    for (int i = -3; i < 200; i++) {
        int code = i < 0 ? far[-i] : i;
        CHECK(strcmp(incise_strerror(code), strerror(code)) == 0, "strerror(%d)", code);
        CHECK(strcmp(incise_strsignal(code), strsignal(code)) == 0, "strsignal(%d)", code);
        for (size_t size = 0; size < 64; size += 1 + size / 8) {
            char ours[64], theirs[64];
            memset(ours, '#', sizeof ours), memset(theirs, '#', sizeof theirs);
            CHECK(incise___xpg_strerror_r(code, ours, size) == __xpg_strerror_r(code, theirs, size), "strerror_r(%d, %zu)", code, size);
            CHECK(memcmp(ours, theirs, sizeof ours) == 0, "the bytes left by strerror_r(%d, %zu)", code, size);
            if (size > 0) CHECK(strcmp(incise_strerror_r(code, ours, size), strerror_r(code, theirs, size)) == 0, "GNU strerror_r(%d)", code);
        }
    }
    for (int code = 0; code < 140; code += 7) {
        printed("prog", code);
        printed("", code);
        printed(NULL, code);
    }
}
