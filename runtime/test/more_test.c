/* string_more.c, stdio_more.c, sleep.c, locale.c and the names of strtol.c and ctype.c that are not C's own, against glibc; strlcpy and strlcat,
 * which older glibc has not, against what BSD says of them. */
#define _GNU_SOURCE
#include "check.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

MODEL(memmem); MODEL(strcasestr); MODEL(stpncpy); MODEL(rawmemchr); MODEL(explicit_bzero); MODEL(ffs); MODEL(ffsl); MODEL(ffsll);
MODEL(basename); MODEL(strtoimax); MODEL(strtoumax); MODEL(isascii); MODEL(toascii); MODEL(sleep); MODEL(usleep); MODEL(nanosleep);
MODEL(setlocale); MODEL(localeconv); MODEL(asprintf);
extern char *__xpg_basename(char *), *incise___xpg_basename(char *), *dirname(char *), *incise_dirname(char *);
extern size_t incise_strlcpy(char *, const char *, size_t), incise_strlcat(char *, const char *, size_t);
/* FILE is another struct here. */
extern void *incise_fopen(const char *, const char *), *incise_fdopen(int, const char *);
extern long incise_getline(char **, size_t *, void *), incise_getdelim(char **, size_t *, int, void *);
extern int incise_fclose(void *), incise_fgetpos(void *, void *), incise_fsetpos(void *, const void *), incise_fgetc(void *);

static void paths(const char *path) {
    char *ours = exact_copy(path, strlen(path) + 1), *theirs = exact_copy(path, strlen(path) + 1);
    CHECK(strcmp(incise_basename(path), basename(path)) == 0, "basename(%s)", path);
    CHECK(strcmp(incise___xpg_basename(ours), __xpg_basename(theirs)) == 0, "__xpg_basename(%s): %s", path, incise___xpg_basename(ours));
    strcpy(ours, path), strcpy(theirs, path);
    char *our_folder = incise_dirname(ours), *their_folder = dirname(theirs);
    CHECK(strcmp(our_folder, their_folder) == 0, "dirname(%s): %s, %s", path, our_folder, their_folder);
    free(ours), free(theirs);
}

static void strings(void) {
    char *a = random_string("aAbB/", 8), *b = random_string("aAb", 3);
    size_t n_a = strlen(a), n_b = strlen(b);
    CHECK(incise_memmem(a, n_a, b, n_b) == memmem(a, n_a, b, n_b), "memmem(%s, %s)", a, b);
    CHECK(incise_strcasestr(a, b) == strcasestr(a, b), "strcasestr(%s, %s)", a, b);
    CHECK(incise_rawmemchr(a, 0) == rawmemchr(a, 0), "rawmemchr(%s)", a);
    paths(a);
    char ours[16], theirs[16];
    memset(ours, '#', sizeof ours), memset(theirs, '#', sizeof theirs);
    size_t n = random_below(10);
    CHECK(incise_stpncpy(ours, a, n) - ours == stpncpy(theirs, a, n) - theirs && !memcmp(ours, theirs, 16), "stpncpy(%s, %zu)", a, n);
    memset(ours, '#', sizeof ours), memset(theirs, '#', sizeof theirs);
    /* strlcpy gives the length of the source and always ends what it wrote, strlcat that of what it tried to make. */
    size_t size = random_below(12);
    if (size > 0) snprintf(theirs, size, "%s", a);
    CHECK(incise_strlcpy(ours, a, size) == n_a && !memcmp(ours, theirs, 16), "strlcpy(%s, %zu)", a, size);
    strcpy(ours, b), strcpy(theirs, b);
    if (size > n_b) snprintf(theirs + n_b, size - n_b, "%s", a);
    size_t wanted = (n_b < size ? n_b : size) + n_a;
    CHECK(incise_strlcat(ours, a, size) == wanted && !memcmp(ours, theirs, 16), "strlcat(%s, %s, %zu)", b, a, size);
    incise_explicit_bzero(ours, n), explicit_bzero(theirs, n);
    CHECK(!memcmp(ours, theirs, 16), "explicit_bzero(%zu)", n);
    free(a), free(b);
}

static void numbers(void) {
    long value = (long)((unsigned long)random_below(1u << 31) << random_below(40)) * (random_below(2) ? 1 : -1);
    CHECK(incise_ffs((int)value) == ffs((int)value) && incise_ffsl(value) == ffsl(value) && incise_ffsll(value) == ffsll(value), "ffs(%ld)", value);
    char *text = random_string("019afx+- ", 22), *ours, *theirs;
    int base = random_below(2) ? 10 : (int)random_below(18);
    errno = *incise___errno_location() = 0;
    CHECK(incise_strtoimax(text, &ours, base) == strtoimax(text, &theirs, base), "strtoimax(%s, %d)", text, base);
    CHECK(base == 1 || ours == theirs, "the end of strtoimax(%s, %d)", text, base);
    CHECK(incise_strtoumax(text, &ours, base) == strtoumax(text, &theirs, base), "strtoumax(%s, %d)", text, base);
    CHECK(errno == *incise___errno_location(), "errno of strtoimax(%s, %d)", text, base);
    free(text);
}

static void lines(void) {
    FILE *made = fopen("lines", "w");
    for (int i = 0; i < 40; i++) {
        for (unsigned n = random_below(i % 7 ? 20 : 400); n > 0; n--) fputc('a' + (int)random_below(3), made);
        if (i < 39) fputc(random_below(5) ? '\n' : ';', made);
    }
    fclose(made);
    FILE *theirs = fopen("lines", "r");
    void *ours = incise_fopen("lines", "r");
    char *our_line = NULL, *their_line = NULL;
    size_t our_size = 0, their_size = 0;
    for (;;) {
        int delimiter = random_below(2) ? '\n' : ';';
        long n = delimiter == '\n' ? incise_getline(&our_line, &our_size, ours) : incise_getdelim(&our_line, &our_size, delimiter, ours);
        long m = getdelim(&their_line, &their_size, delimiter, theirs);
        CHECK(n == m && (n < 0 || memcmp(our_line, their_line, (size_t)n + 1) == 0), "getdelim: %ld, %ld", n, m);
        CHECK(n < 0 || our_size > (size_t)n, "the size that getdelim leaves: %zu", our_size);
        if (n < 0 || m < 0) break;
    }
    free(our_line), free(their_line);
    fclose(theirs), incise_fclose(ours);
    ours = incise_fopen("lines", "r");
    fpos_t position;
    int first = incise_fgetc(ours), second = incise_fgetc(ours);
    CHECK(incise_fgetpos(ours, &position) == 0, "fgetpos");
    int third = incise_fgetc(ours);
    CHECK(incise_fsetpos(ours, &position) == 0 && incise_fgetc(ours) == third, "fsetpos after %d %d", first, second);
    incise_fclose(ours);
    void *bad = incise_fdopen(0, "q");
    CHECK(!bad && *incise___errno_location() == EINVAL, "fdopen with a wrong mode");
    void *made_of = incise_fdopen(0, "r");
    standard_input = "x";
    CHECK(incise_fgetc(made_of) == 'x', "fdopen");
    incise_fclose(made_of);
    char *text;
    CHECK(incise_asprintf(&text, "%d-%s-%c", 12, "abc", 'x') == 8 && strcmp(text, "12-abc-x") == 0, "asprintf");
    free(text);
}

static void waits(void) {
    struct timespec wrong[] = {{0, 1000000000}, {-1, 0}, {0, -1}}, right = {0, 0};
    CHECK(incise_sleep(0) == sleep(0) && incise_usleep(0) == usleep(0) && incise_nanosleep(&right, NULL) == nanosleep(&right, NULL), "sleep");
    for (int i = 0; i < 3; i++) {
        errno = *incise___errno_location() = 0;
        CHECK(incise_nanosleep(&wrong[i], NULL) == nanosleep(&wrong[i], NULL) && errno == *incise___errno_location(), "nanosleep %d", i);
    }
}

static void locales(void) {
    for (int category = -1; category < 15; category++) {
        const char *ours = incise_setlocale(category, NULL), *theirs = setlocale(category, NULL);
        CHECK(ours ? theirs && !strcmp(ours, theirs) : !theirs, "setlocale(%d, NULL)", category);
    }
    CHECK(!strcmp(incise_setlocale(LC_ALL, "C"), setlocale(LC_ALL, "C")), "setlocale(LC_ALL, \"C\")");
    CHECK(!strcmp(incise_setlocale(LC_ALL, "POSIX"), setlocale(LC_ALL, "POSIX")), "setlocale(LC_ALL, \"POSIX\")");
    assumed = unsupported = NULL;
    incise_setlocale(LC_ALL, "");
    incise_setlocale(LC_ALL, "de_DE");
    CHECK(assumed && unsupported, "setlocale says what it assumes");
    struct lconv *ours = incise_localeconv(), *theirs = localeconv();
    CHECK(!strcmp(ours->decimal_point, theirs->decimal_point) && !strcmp(ours->thousands_sep, theirs->thousands_sep) &&
              !strcmp(ours->negative_sign, theirs->negative_sign) && ours->int_frac_digits == theirs->int_frac_digits &&
              ours->int_n_sign_posn == theirs->int_n_sign_posn, "localeconv");
}

void test_more(void) {
    static const char *const names[] = {"", "/", "//", "///", "a", "/a", "//a", "///a", "a/", "a//", "a/b", "a//b", "a/b/", "/a/b", "//a//b//", ".", "..", "/.", "a/.."};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) paths(names[i]);
    for (int i = 0; i < 20000; i++) strings();
    for (int i = 0; i < 20000; i++) numbers();
    for (int c = -300; c < 300; c++) CHECK((incise_isascii(c) != 0) == (isascii(c) != 0) && incise_toascii(c) == toascii(c), "isascii(%d)", c);
    for (int i = 0; i < 20; i++) lines();
    waits();
    locales();
}
