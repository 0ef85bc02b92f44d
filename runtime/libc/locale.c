/* The locale: setlocale localeconv.
 *
 * Contract: C11 7.11. Only the C locale is modelled: the environment is taken to name it, which the report says, and other names are
 * unsupported.
 */
#include "engine.h"
#include <limits.h>

enum { LAST_CATEGORY = 12 };

struct lconv {
    char *decimal_point, *texts[9];
    char numbers[14];
};

static int is_text(const char *s, const char *text) {
    while (*s && *s == *text) s++, text++;
    return *s == *text;
}

char *setlocale(int category, const char *name) {
    if (category < 0 || category > LAST_CATEGORY) {
        set_errno(ERROR_INVALID);
        return NULL;
    }
    if (name && !*name) __incise_assumed("the environment names the C locale");
    else if (name && !is_text(name, "C") && !is_text(name, "POSIX")) {
        __incise_unsupported("a locale other than C");
        return NULL;
    }
    return (char *)"C";
}

struct lconv *localeconv(void) {
    static struct lconv c_locale = {
        (char *)".",
        {(char *)"", (char *)"", (char *)"", (char *)"", (char *)"", (char *)"", (char *)"", (char *)"", (char *)""},
        {CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
         CHAR_MAX, CHAR_MAX},
    };
    return &c_locale;
}
