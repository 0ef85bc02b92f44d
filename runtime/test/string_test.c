/* string.c and string_search.c against glibc, values included. */
#define _GNU_SOURCE
#include "check.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

MODEL(strlen); MODEL(strnlen); MODEL(strcpy); MODEL(strncpy); MODEL(stpcpy); MODEL(strcat); MODEL(strncat);
MODEL(strcmp); MODEL(strncmp); MODEL(strcasecmp); MODEL(strncasecmp); MODEL(strcoll); MODEL(strdup); MODEL(strndup);
MODEL(strchr); MODEL(strrchr); MODEL(strchrnul); MODEL(strstr); MODEL(strspn); MODEL(strcspn); MODEL(strpbrk);
MODEL(strtok); MODEL(strtok_r); MODEL(strsep); MODEL(index); MODEL(rindex);

/* The sanitizer's own strcmp gives only the sign. */
#if __has_feature(address_sanitizer)
#define SAME_ORDER(ours, theirs) (sign(ours) == sign(theirs))
#else
#define SAME_ORDER(ours, theirs) ((ours) == (theirs))
#endif

/* Few letters, so that strings are often equal, prefixes of one another, or differ in case only. */
static const char *const ALPHABETS[] = {"ab", "aAbB", "abc,; ", "aAzZ@[`{\xc1\xe1\x80\xff", "\x01\x7f\x80\xff"};

static void compare(const char *a, const char *b, size_t n) {
    CHECK(SAME_ORDER(incise_strcmp(a, b), strcmp(a, b)), "strcmp(%s, %s)", a, b);
    CHECK(SAME_ORDER(incise_strcoll(a, b), strcoll(a, b)), "strcoll(%s, %s)", a, b);
    CHECK(SAME_ORDER(incise_strncmp(a, b, n), strncmp(a, b, n)), "strncmp(%s, %s, %zu)", a, b, n);
    CHECK(SAME_ORDER(incise_strcasecmp(a, b), strcasecmp(a, b)), "strcasecmp(%s, %s)", a, b);
    CHECK(SAME_ORDER(incise_strncasecmp(a, b, n), strncasecmp(a, b, n)), "strncasecmp(%s, %s, %zu)", a, b, n);
}

static void search(const char *a, const char *b, int c) {
    CHECK(incise_strchr(a, c) == strchr(a, c), "strchr(%s, %d)", a, c);
    CHECK(incise_index(a, c) == index(a, c), "index(%s, %d)", a, c);
    CHECK(incise_strrchr(a, c) == strrchr(a, c), "strrchr(%s, %d)", a, c);
    CHECK(incise_rindex(a, c) == rindex(a, c), "rindex(%s, %d)", a, c);
    CHECK(incise_strchrnul(a, c) == strchrnul(a, c), "strchrnul(%s, %d)", a, c);
    CHECK(incise_strstr(a, b) == strstr(a, b), "strstr(%s, %s)", a, b);
    CHECK(incise_strspn(a, b) == strspn(a, b), "strspn(%s, %s)", a, b);
    CHECK(incise_strcspn(a, b) == strcspn(a, b), "strcspn(%s, %s)", a, b);
    CHECK(incise_strpbrk(a, b) == strpbrk(a, b), "strpbrk(%s, %s)", a, b);
}

/* Two buffers of the same size and contents, one for each side. */
static char *ours, *theirs;
static size_t buffer_size;

static void prepare(const char *contents, size_t room) {
    size_t used = strlen(contents) + 1;
    buffer_size = used + room;
    ours = malloc(buffer_size);
    theirs = malloc(buffer_size);
    memset(ours, '#', buffer_size);
    memcpy(ours, contents, used);
    memcpy(theirs, ours, buffer_size);
}

static void check_buffers(const char *function) {
    CHECK(memcmp(ours, theirs, buffer_size) == 0, "the bytes left by %s", function);
    free(ours), free(theirs);
}

static void copy(const char *a, const char *b, size_t n) {
    size_t room = strlen(b) + n;
    prepare(a, room);
    CHECK(incise_strcpy(ours, b) == ours && strcpy(theirs, b) == theirs, "strcpy(%s)", b);
    check_buffers("strcpy");
    prepare(a, room);
    CHECK(incise_stpcpy(ours, b) - ours == stpcpy(theirs, b) - theirs, "stpcpy(%s)", b);
    check_buffers("stpcpy");
    prepare(a, room);
    CHECK(incise_strncpy(ours, b, n) == ours && strncpy(theirs, b, n) == theirs, "strncpy(%s, %zu)", b, n);
    check_buffers("strncpy");
    prepare(a, room);
    CHECK(incise_strcat(ours, b) == ours && strcat(theirs, b) == theirs, "strcat(%s, %s)", a, b);
    check_buffers("strcat");
    prepare(a, room);
    CHECK(incise_strncat(ours, b, n) == ours && strncat(theirs, b, n) == theirs, "strncat(%s, %s, %zu)", a, b, n);
    check_buffers("strncat");
}

static void duplicate(const char *a, size_t n) {
    CHECK(incise_strlen(a) == strlen(a), "strlen(%s)", a);
    CHECK(incise_strnlen(a, n) == strnlen(a, n), "strnlen(%s, %zu)", a, n);
    char *mine = incise_strdup(a), *reference = strdup(a);
    CHECK(strcmp(mine, reference) == 0, "strdup(%s)", a);
    free(mine), free(reference);
    mine = incise_strndup(a, n), reference = strndup(a, n);
    CHECK(strcmp(mine, reference) == 0, "strndup(%s, %zu)", a, n);
    free(mine), free(reference);
}

static int same_token(const char *mine, const char *reference) {
    return mine ? reference && mine - ours == reference - theirs : !reference;
}

static void split(const char *a, const char *b) {
    char *mine, *reference, *our_rest, *their_rest;
    prepare(a, 0);
    mine = incise_strtok(ours, b), reference = strtok(theirs, b);
    CHECK(same_token(mine, reference), "strtok(%s, %s)", a, b);
    while (mine && reference) {
        mine = incise_strtok(NULL, b), reference = strtok(NULL, b);
        CHECK(same_token(mine, reference), "strtok(%s, %s), later", a, b);
    }
    check_buffers("strtok");
    prepare(a, 0);
    mine = incise_strtok_r(ours, b, &our_rest), reference = strtok_r(theirs, b, &their_rest);
    CHECK(same_token(mine, reference), "strtok_r(%s, %s)", a, b);
    while (mine && reference) {
        CHECK(our_rest - ours == their_rest - theirs, "strtok_r(%s, %s), the rest", a, b);
        mine = incise_strtok_r(NULL, b, &our_rest), reference = strtok_r(NULL, b, &their_rest);
        CHECK(same_token(mine, reference), "strtok_r(%s, %s), later", a, b);
    }
    check_buffers("strtok_r");
    prepare(a, 0);
    our_rest = ours, their_rest = theirs;
    do {
        mine = incise_strsep(&our_rest, b), reference = strsep(&their_rest, b);
        CHECK(same_token(mine, reference), "strsep(%s, %s)", a, b);
        CHECK(same_token(our_rest, their_rest), "strsep(%s, %s), the rest", a, b);
    } while (mine && reference);
    check_buffers("strsep");
}

void test_string(void) {
    for (int round = 0; round < 20000; round++) {
        const char *alphabet = ALPHABETS[random_below(sizeof ALPHABETS / sizeof *ALPHABETS)];
        unsigned max = random_below(4) ? 6 : 40;
        char *a = random_string(alphabet, max), *b = random_string(alphabet, max);
        size_t n = random_below(max + 2);
        int c = alphabet[random_below((unsigned)strlen(alphabet) + 1)];
        if (random_below(4) == 0) c += 256;
        compare(a, b, n);
        compare(a, a, n);
        search(a, b, c);
        copy(a, b, n);
        duplicate(a, n);
        split(a, b);
        free(a), free(b);
    }
}
