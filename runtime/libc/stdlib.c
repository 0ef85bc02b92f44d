/* Arithmetic, sorting and searching: abs labs llabs div ldiv lldiv qsort bsearch.
 *
 * Contract: C11 7.22.5 and 7.22.6. qsort is a stable merge sort, top down, left half first: equal keys keep their
 * order and the comparisons come in the order of glibc's merge sort. bsearch probes the lower middle.
 * The absolute value of the least integer and division by zero are undefined, here as in C.
 */
#include "engine.h"

struct int_division { int quot, rem; };
struct long_division { long quot, rem; };
struct long_long_division { long long quot, rem; };

int abs(int value) { return value < 0 ? -value : value; }

long labs(long value) { return value < 0 ? -value : value; }

long long llabs(long long value) { return value < 0 ? -value : value; }

struct int_division div(int dividend, int divisor) {
    return (struct int_division){dividend / divisor, dividend % divisor};
}

struct long_division ldiv(long dividend, long divisor) {
    return (struct long_division){dividend / divisor, dividend % divisor};
}

struct long_long_division lldiv(long long dividend, long long divisor) {
    return (struct long_long_division){dividend / divisor, dividend % divisor};
}

typedef int comparison(const void *, const void *);

/* Sorts n elements at first; scratch holds as many. */
static void merge_sort(char *first, size_t n, size_t size, comparison *compare, char *scratch) {
    if (n < 2) return;
    size_t n_left = n / 2;
    size_t n_right = n - n_left;
    char *left = first;
    char *right = first + n_left * size;
    merge_sort(left, n_left, size, compare, scratch);
    merge_sort(right, n_right, size, compare, scratch);
    char *out = scratch;
    while (n_left > 0 && n_right > 0) {
        if (compare(left, right) <= 0) {
            memcpy(out, left, size);
            left += size;
            n_left--;
        } else {
            memcpy(out, right, size);
            right += size;
            n_right--;
        }
        out += size;
    }
    memcpy(out, left, n_left * size);
    /* What is left of the right half is in its place already. */
    memcpy(first, scratch, (n - n_right) * size);
}

void qsort(void *base, size_t n, size_t size, comparison *compare) {
    if (n < 2 || size == 0) return;
    char *scratch = malloc(n * size);
    if (!scratch) {
        __incise_unsupported("qsort without memory for its scratch space");
        return;
    }
    merge_sort(base, n, size, compare, scratch);
    free(scratch);
}

void *bsearch(const void *key, const void *base, size_t n, size_t size, comparison *compare) {
    size_t low = 0;
    size_t high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order == 0) return (void *)element;
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return NULL;
}
