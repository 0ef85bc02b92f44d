/* Formatted input: scanf fscanf sscanf vscanf vfscanf vsscanf, and the names glibc's headers redirect them to,
 * __isoc99_… and __isoc23_….
 *
 * Contract: C11 7.21.6.2 as glibc does it, in the C locale: %d %i %u %o %x %X %p %c %s %[…] %n %%, widths, hh h l ll q
 * j z t, and *. Integers are read as long and narrowed, so that what overflows is clamped to 64 bits first; %[a-z] is
 * a range; "0x" without a digit after it reads as 0. The __isoc23 names also take 0b with %i.
 * Unsupported (the path ends with an entry in the ledger): floating point, wide characters, %m, positional arguments,
 * the ' and I flags.
 */
#include "integer.h"
#include "stream.h"
#include <stdarg.h>

struct source {
    FILE *stream; /* null: read from text */
    const char *text;
    long n_read;
    int ended;
    int errno_at_end;
    int space_is_pending; /* white space of the format is matched by the directive after it, as in glibc */
};

/* Reading past the end gives errno back the value it had when the end was met, as in glibc. */
static int next(struct source *in) {
    if (in->ended) {
        set_errno(in->errno_at_end);
        return END_OF_FILE;
    }
    int c = in->stream ? fgetc(in->stream) : *in->text ? (unsigned char)*in->text++ : END_OF_FILE;
    if (c == END_OF_FILE) {
        in->ended = 1;
        in->errno_at_end = *__errno_location();
    } else {
        in->n_read++;
    }
    return c;
}

static void push_back(struct source *in, int c) {
    if (c == END_OF_FILE) return;
    in->n_read--;
    if (in->stream) {
        ungetc(c, in->stream);
    } else {
        in->text--;
    }
}

static void skip_space(struct source *in) {
    int c;
    do c = next(in);
    while (is_space(c));
    push_back(in, c);
    in->space_is_pending = 0;
}

struct conversion {
    int suppressed;
    int width; /* 0: none given */
    int size;  /* bytes of an integer's destination */
    char kind;
    const char *set; /* of %[: after the bracket and the caret */
    int inverted;
};

/* How a conversion ended. */
enum outcome { MATCHED, MISMATCH, NO_INPUT, UNSUPPORTED };

static void store_integer(void *to, int size, unsigned long value) {
    switch (size) {
    case 1: *(unsigned char *)to = (unsigned char)value; break;
    case 2: *(unsigned short *)to = (unsigned short)value; break;
    case 4: *(unsigned *)to = (unsigned)value; break;
    default: *(unsigned long *)to = value; break;
    }
}

/* Reads "(nil)" after its first character, which %p takes for a null pointer. */
static enum outcome scan_nil(struct source *in, int width) {
    const char *rest = "nil)";
    if (width < 5) {
        push_back(in, '(');
        return MISMATCH;
    }
    for (; *rest; rest++) {
        int c = next(in);
        if ((c | 32) != (*rest | 32)) {
            push_back(in, c);
            return MISMATCH;
        }
    }
    return MATCHED;
}

/* The character after one that counted for the width. It is read even when the width is used up, as in glibc, so that
 * the end is met there. */
static int advance(struct source *in, int *width) {
    --*width;
    return next(in);
}

static enum outcome scan_integer(struct source *in, const struct conversion *conversion, int binary_prefix, void *to) {
    struct integer number = {0, 0, 0, 0};
    int width = conversion->width ? conversion->width : INT_MAX;
    unsigned base = 10;
    switch (conversion->kind) {
    case 'i': base = 0; break;
    case 'o': base = 8; break;
    case 'x': case 'X': case 'p': base = 16; break;
    }
    int c = next(in);
    if (c == END_OF_FILE) return NO_INPUT;
    if (conversion->kind == 'p' && c == '(') {
        enum outcome outcome = scan_nil(in, width);
        if (outcome == MATCHED && to) store_integer(to, conversion->size, 0);
        return outcome;
    }
    if ((c == '-') | (c == '+')) {
        number.negative = c == '-';
        c = advance(in, &width);
    }
    if ((base == 0 || base == 16) && width && c == '0') {
        append_digit(&number, c, 10);
        c = advance(in, &width);
        if (width && (c | 32) == 'x') {
            base = 16;
            c = advance(in, &width);
        } else if (width && binary_prefix && base == 0 && (c | 32) == 'b') {
            base = 2;
            c = advance(in, &width);
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0) base = 10;
    while (width && is_digit_of(c, base)) {
        append_digit(&number, c, base);
        c = advance(in, &width);
    }
    push_back(in, c);
    if (number.n_digits == 0) return MISMATCH;
    int is_signed = conversion->kind == 'd' || conversion->kind == 'i';
    unsigned long value = is_signed ? (unsigned long)signed_value(&number) : unsigned_value(&number);
    if (to) store_integer(to, conversion->size, value);
    return MATCHED;
}

/* %c: exactly width bytes, fewer only at the end; no terminator. */
static enum outcome scan_chars(struct source *in, int width, char *to) {
    int n = 0;
    if (width == 0) width = 1;
    for (; n < width; n++) {
        int c = next(in);
        if (c == END_OF_FILE) break;
        if (to) to[n] = (char)c;
    }
    return n ? MATCHED : NO_INPUT;
}

/* Whether c is in the set of a %[, which is walked instead of tabulated: it is concrete, c is not. */
static int in_set(int c, const struct conversion *conversion) {
    const unsigned char *set = (const unsigned char *)conversion->set;
    int found = 0;
    for (int i = 0; i == 0 || set[i] != ']'; i++) {
        int is_range = set[i] == '-' && i > 0 && set[i + 1] != ']' && set[i - 1] <= set[i + 1];
        int low = is_range ? set[i - 1] : set[i];
        int high = is_range ? set[i + 1] : set[i];
        found |= (c >= low) & (c <= high);
    }
    return found ^ conversion->inverted;
}

static enum outcome scan_word(struct source *in, const struct conversion *conversion, char *to) {
    int width = conversion->width ? conversion->width : INT_MAX;
    int n = 0;
    int c = END_OF_FILE;
    for (; n < width; n++) {
        c = next(in);
        if (c == END_OF_FILE) break;
        if (!(conversion->set ? in_set(c, conversion) : !is_space(c))) {
            push_back(in, c);
            break;
        }
        if (to) to[n] = (char)c;
    }
    if (n == 0) return c == END_OF_FILE ? NO_INPUT : MISMATCH;
    if (to) to[n] = 0;
    return MATCHED;
}

/* Reads a conversion's text after the per cent sign. A set that does not end is left null. */
static const char *parse_conversion(const char *format, struct conversion *conversion) {
    if (*format == '*') {
        conversion->suppressed = 1;
        format++;
    }
    while ((unsigned char)*format - '0' + 0u < 10u) {
        if (conversion->width < INT_MAX / 10) conversion->width = conversion->width * 10 + (*format - '0');
        format++;
    }
    conversion->size = 4;
    switch (*format) {
    case 'h':
        conversion->size = format[1] == 'h' ? 1 : 2;
        format += format[1] == 'h' ? 2 : 1;
        break;
    case 'l':
        conversion->size = 8;
        format += format[1] == 'l' ? 2 : 1;
        break;
    case 'q': case 'L': case 'j': case 'z': case 't':
        conversion->size = 8;
        format++;
        break;
    }
    conversion->kind = *format;
    if (*format == 'p') conversion->size = 8;
    if (*format) format++;
    if (conversion->kind != '[') return format;
    if (*format == '^') {
        conversion->inverted = 1;
        format++;
    }
    const char *set = format;
    if (*format) format++; /* a bracket that comes first belongs to the set */
    while (*format && *format != ']') format++;
    if (!*format) return format;
    conversion->set = set;
    return format + 1;
}

/* Whether a conversion is one that convert knows. */
static enum outcome classify(const struct conversion *conversion) {
    switch (conversion->kind) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'p':
        return MATCHED;
    case 'c': case 's': case '[':
        if (conversion->kind == '[' && !conversion->set) return MISMATCH;
        return conversion->size == 8 ? UNSUPPORTED : MATCHED; /* wide characters */
    case 'e': case 'f': case 'g': case 'a': case 'E': case 'F': case 'G': case 'A':
    case 'm': case 'C': case 'S': case '$': case '\'': case 'I':
        return UNSUPPORTED;
    default:
        return MISMATCH;
    }
}

static enum outcome convert(struct source *in, const struct conversion *conversion, int binary_prefix, void *to) {
    switch (conversion->kind) {
    case 'c': return scan_chars(in, conversion->width, to);
    case 's': case '[': return scan_word(in, conversion, to);
    default: return scan_integer(in, conversion, binary_prefix, to);
    }
}

static enum outcome match_literal(struct source *in, char wanted) {
    if (in->space_is_pending) skip_space(in);
    int c = next(in);
    if (c == (unsigned char)wanted) return MATCHED;
    push_back(in, c);
    return c == END_OF_FILE ? NO_INPUT : MISMATCH;
}

/* One directive at *format, which moves past it. */
static enum outcome scan_directive(struct source *in, const char **format, int binary_prefix, int *n_assigned,
                                   va_list arguments) {
    struct conversion conversion = {0, 0, 0, 0, NULL, 0};
    const char *at = *format;
    if (is_space((unsigned char)*at)) {
        in->space_is_pending = 1;
        *format = at + 1;
        return MATCHED;
    }
    if (*at != '%') {
        *format = at + 1;
        return match_literal(in, *at);
    }
    at = parse_conversion(at + 1, &conversion);
    *format = at;
    if (!conversion.kind) return MISMATCH;
    char kind = conversion.kind;
    if (in->space_is_pending || (kind != 'c' && kind != '[' && kind != 'n')) {
        int saved_errno = *__errno_location();
        skip_space(in);
        set_errno(saved_errno);
    }
    if (kind == '%') return match_literal(in, '%');
    if (kind == 'n') {
        if (!conversion.suppressed) store_integer(va_arg(arguments, void *), conversion.size, (unsigned long)in->n_read);
        return MATCHED;
    }
    enum outcome outcome = classify(&conversion);
    if (outcome != MATCHED) return outcome;
    void *to = conversion.suppressed ? NULL : va_arg(arguments, void *);
    outcome = convert(in, &conversion, binary_prefix, to);
    if (outcome == MATCHED && to) ++*n_assigned;
    return outcome;
}

static int scan(struct source *in, const char *format, int binary_prefix, va_list arguments) {
    int n_assigned = 0;
    while (*format) {
        switch (scan_directive(in, &format, binary_prefix, &n_assigned, arguments)) {
        case MATCHED: break;
        case MISMATCH: return n_assigned;
        case NO_INPUT: return n_assigned ? n_assigned : END_OF_FILE;
        case UNSUPPORTED:
            __incise_unsupported("a conversion of scanf: floating point, wide characters, %m, flags or positions");
            return n_assigned;
        }
    }
    if (in->space_is_pending) skip_space(in);
    return n_assigned;
}

static int scan_stream(FILE *stream, const char *format, int binary_prefix, va_list arguments) {
    struct source in = {stream, NULL, 0, 0, 0, 0};
    return scan(&in, format, binary_prefix, arguments);
}

static int scan_text(const char *text, const char *format, int binary_prefix, va_list arguments) {
    struct source in = {NULL, text, 0, 0, 0, 0};
    return scan(&in, format, binary_prefix, arguments);
}

/* The six functions under one prefix. */
#define FAMILY(prefix, binary_prefix) \
    int prefix##vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments) { \
        return scan_stream(stream, format, binary_prefix, arguments); \
    } \
    int prefix##vscanf(const char *restrict format, va_list arguments) { \
        return scan_stream(stdin, format, binary_prefix, arguments); \
    } \
    int prefix##vsscanf(const char *restrict text, const char *restrict format, va_list arguments) { \
        return scan_text(text, format, binary_prefix, arguments); \
    } \
    int prefix##fscanf(FILE *restrict stream, const char *restrict format, ...) { \
        va_list arguments; \
        va_start(arguments, format); \
        int n_assigned = scan_stream(stream, format, binary_prefix, arguments); \
        va_end(arguments); \
        return n_assigned; \
    } \
    int prefix##scanf(const char *restrict format, ...) { \
        va_list arguments; \
        va_start(arguments, format); \
        int n_assigned = scan_stream(stdin, format, binary_prefix, arguments); \
        va_end(arguments); \
        return n_assigned; \
    } \
    int prefix##sscanf(const char *restrict text, const char *restrict format, ...) { \
        va_list arguments; \
        va_start(arguments, format); \
        int n_assigned = scan_text(text, format, binary_prefix, arguments); \
        va_end(arguments); \
        return n_assigned; \
    }

FAMILY(, 0)
FAMILY(__isoc99_, 0)
FAMILY(__isoc23_, 1)
