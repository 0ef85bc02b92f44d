/* ctype.c against glibc: every character, every entry of the tables. */
#include "check.h"
#include <ctype.h>

MODEL(isalpha); MODEL(isdigit); MODEL(isalnum); MODEL(isspace); MODEL(isupper); MODEL(islower); MODEL(isxdigit);
MODEL(ispunct); MODEL(isprint); MODEL(isgraph); MODEL(iscntrl); MODEL(isblank); MODEL(toupper); MODEL(tolower);
MODEL(__ctype_b_loc); MODEL(__ctype_tolower_loc); MODEL(__ctype_toupper_loc);

#define SAME(function, c) CHECK(incise_##function(c) == (function)(c), #function "(%d) gives %d", c, incise_##function(c))

void test_ctype(void) {
    for (int c = -128; c < 256; c++) {
        SAME(isalpha, c); SAME(isdigit, c); SAME(isalnum, c); SAME(isspace, c); SAME(isupper, c); SAME(islower, c);
        SAME(isxdigit, c); SAME(ispunct, c); SAME(isprint, c); SAME(isgraph, c); SAME(iscntrl, c); SAME(isblank, c);
        CHECK((*incise___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "the classes of %d", c);
        CHECK((*incise___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "the lower case of %d", c);
        CHECK((*incise___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "the upper case of %d", c);
    }
    /* glibc answers for any int here. */
    for (int c = -1000; c < 1000; c++) {
        SAME(toupper, c);
        SAME(tolower, c);
    }
    static const int EXTREMES[] = {-2147483647 - 1, 2147483647, 'a' + 256, 'A' - 256};
    for (unsigned i = 0; i < sizeof EXTREMES / sizeof *EXTREMES; i++) {
        SAME(toupper, EXTREMES[i]);
        SAME(tolower, EXTREMES[i]);
    }
}
