/* wchar.c against glibc. */
#define _GNU_SOURCE
#include "check.h"
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

MODEL(wcslen); MODEL(wcsnlen); MODEL(wcscpy); MODEL(wcsncpy); MODEL(wcscat); MODEL(wcsncat); MODEL(wcscmp); MODEL(wcsncmp); MODEL(wcschr);
MODEL(wcsrchr); MODEL(wcsstr); MODEL(wcsdup); MODEL(wmemcpy); MODEL(wmemmove); MODEL(wmemset); MODEL(wmemcmp); MODEL(wmemchr);
MODEL(iswalpha); MODEL(iswdigit); MODEL(iswalnum); MODEL(iswspace); MODEL(iswupper); MODEL(iswlower); MODEL(iswprint); MODEL(iswgraph);
MODEL(iswpunct); MODEL(iswcntrl); MODEL(iswblank); MODEL(iswxdigit); MODEL(towupper); MODEL(towlower);

static wchar_t *any_string(void) {
    static const wchar_t letters[] = {'a', 'b', 0x20ac, -5, 'A'};
    size_t n = random_below(6);
    wchar_t *s = malloc((n + 1) * sizeof *s);
    for (size_t i = 0; i < n; i++) s[i] = letters[random_below(5)];
    s[n] = 0;
    return s;
}

static void pair(const wchar_t *a, const wchar_t *b, size_t n) {
    CHECK(incise_wcslen(a) == wcslen(a) && incise_wcsnlen(a, n) == wcsnlen(a, n), "wcslen");
    CHECK(incise_wcscmp(a, b) == sign(wcscmp(a, b)) && incise_wcsncmp(a, b, n) == sign(wcsncmp(a, b, n)), "wcscmp");
    CHECK(incise_wcschr(a, 'b') == wcschr(a, 'b') && incise_wcschr(a, 0) == wcschr(a, 0), "wcschr");
    CHECK(incise_wcsrchr(a, 'b') == wcsrchr(a, 'b') && incise_wcsrchr(a, 0) == wcsrchr(a, 0), "wcsrchr");
    CHECK(incise_wcsstr(a, b) == wcsstr(a, b), "wcsstr");
    size_t shorter = wcslen(a) < wcslen(b) ? wcslen(a) : wcslen(b);
    CHECK(incise_wmemcmp(a, b, shorter) == sign(wmemcmp(a, b, shorter)), "wmemcmp");
    CHECK(incise_wmemchr(a, 'b', shorter) == wmemchr(a, 'b', shorter), "wmemchr");
    wchar_t *copy = incise_wcsdup(a);
    CHECK(wcscmp(copy, a) == 0, "wcsdup");
    free(copy);
    wchar_t ours[24] = {0}, theirs[24] = {0};
    incise_wcscpy(ours, a), wcscpy(theirs, a);
    incise_wcscat(ours, b), wcscat(theirs, b);
    incise_wcsncat(ours, a, n), wcsncat(theirs, a, n);
    CHECK(memcmp(ours, theirs, sizeof ours) == 0, "wcscpy, wcscat, wcsncat");
    incise_wcsncpy(ours, b, n), wcsncpy(theirs, b, n);
    incise_wmemmove(ours + 2, ours, 5), wmemmove(theirs + 2, theirs, 5);
    incise_wmemcpy(ours + 10, b, shorter), wmemcpy(theirs + 10, b, shorter);
    incise_wmemset(ours + 20, 'x', shorter / 2), wmemset(theirs + 20, 'x', shorter / 2);
    CHECK(memcmp(ours, theirs, sizeof ours) == 0, "wcsncpy, wmemmove, wmemcpy, wmemset");
}

#define SAME_CLASS(name, c) CHECK((incise_##name(c) != 0) == (name(c) != 0), #name "(%u)", (unsigned)(c))

void test_wchar(void) {
    for (int i = 0; i < 5000; i++) {
        wchar_t *a = any_string(), *b = any_string();
        pair(a, b, random_below(7));
        free(a), free(b);
    }
    for (wint_t c = 0; c < 0x500; c++) {
        SAME_CLASS(iswalpha, c); SAME_CLASS(iswdigit, c); SAME_CLASS(iswalnum, c); SAME_CLASS(iswspace, c); SAME_CLASS(iswupper, c);
        SAME_CLASS(iswlower, c); SAME_CLASS(iswprint, c); SAME_CLASS(iswgraph, c); SAME_CLASS(iswpunct, c); SAME_CLASS(iswcntrl, c);
        SAME_CLASS(iswblank, c); SAME_CLASS(iswxdigit, c);
        CHECK(incise_towupper(c) == towupper(c) && incise_towlower(c) == towlower(c), "towupper(%u)", c);
    }
    CHECK(incise_towupper(WEOF) == towupper(WEOF) && !incise_iswalpha(WEOF), "WEOF");
}
