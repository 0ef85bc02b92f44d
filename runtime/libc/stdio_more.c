/* Streams beyond the basic functions: getdelim getline asprintf vasprintf __asprintf_chk __vasprintf_chk fgetpos fsetpos fdopen
 * flockfile funlockfile ftrylockfile, and unlocked names.
 *
 * Contract: C11 7.21.9 and POSIX. The room for a line is 120 bytes at first, as in glibc, and then doubled; glibc's own steps depend on
 * its buffer.
 */
#include "stream.h"
#include <stdarg.h>

enum { FIRST_LINE = 120, ERROR_NO_MEMORY = 12 };

void *realloc(void *block, size_t size);
int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list arguments);
int fseek(FILE *stream, long offset, int whence);
long ftell(FILE *stream);
int fputs(const char *restrict s, FILE *restrict stream);
char *fgets(char *restrict line, int size, FILE *restrict stream);
size_t fread(void *restrict block, size_t size, size_t n, FILE *restrict stream);

long getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict stream) {
    if (!line || !size) {
        set_errno(ERROR_INVALID);
        return -1;
    }
    if (!*line || *size == 0) {
        char *grown = realloc(*line, FIRST_LINE);
        if (!grown) {
            set_errno(ERROR_NO_MEMORY);
            return -1;
        }
        *line = grown;
        *size = FIRST_LINE;
    }
    long n = 0;
    for (;;) {
        int c = fgetc(stream);
        if (c == END_OF_FILE) break;
        if ((size_t)n + 2 > *size) {
            size_t wanted = 2 * *size;
            char *grown = realloc(*line, wanted);
            if (!grown) {
                set_errno(ERROR_NO_MEMORY);
                return -1;
            }
            *line = grown;
            *size = wanted;
        }
        (*line)[n++] = (char)c;
        if (c == (unsigned char)delimiter) break;
    }
    if (n == 0 || (stream->flags & FAILED)) return -1;
    (*line)[n] = 0;
    return n;
}

long getline(char **restrict line, size_t *restrict size, FILE *restrict stream) {
    return getdelim(line, size, '\n', stream);
}

int vasprintf(char **restrict result, const char *restrict format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int n = vsnprintf(NULL, 0, format, arguments);
    char *text = n < 0 ? NULL : malloc((size_t)n + 1);
    if (!text) n = -1;
    else vsnprintf(text, (size_t)n + 1, format, again);
    va_end(again);
    if (text) *result = text;
    return n;
}

int asprintf(char **restrict result, const char *restrict format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int n = vasprintf(result, format, arguments);
    va_end(arguments);
    return n;
}

int __vasprintf_chk(char **restrict result, int flag, const char *restrict format, va_list arguments) {
    (void)flag;
    return vasprintf(result, format, arguments);
}

int __asprintf_chk(char **restrict result, int flag, const char *restrict format, ...) {
    (void)flag;
    va_list arguments;
    va_start(arguments, format);
    int n = vasprintf(result, format, arguments);
    va_end(arguments);
    return n;
}

/* fpos_t: the offset and the state of multibyte characters, which the C locale has not. */
struct position {
    long offset;
    long state;
};

int fgetpos(FILE *restrict stream, struct position *restrict position) {
    long offset = ftell(stream);
    if (offset < 0) return -1;
    position->offset = offset;
    return 0;
}

int fsetpos(FILE *stream, const struct position *position) { return fseek(stream, position->offset, 0); }

FILE *fdopen(int fd, const char *mode) {
    if (*mode != 'r' && *mode != 'w' && *mode != 'a') {
        set_errno(ERROR_INVALID);
        return NULL;
    }
    int is_both = 0;
    for (int i = 1; i < 7 && mode[i]; i++) is_both |= mode[i] == '+';
    FILE *stream = malloc(sizeof *stream);
    if (!stream) return NULL;
    *stream = (FILE){.fd = fd, .flags = is_both ? 0 : *mode == 'r' ? NO_WRITES : NO_READS};
    return stream;
}

void flockfile(FILE *stream) { (void)stream; }

void funlockfile(FILE *stream) { (void)stream; }

int ftrylockfile(FILE *stream) {
    (void)stream;
    return 0;
}

int fputs_unlocked(const char *restrict s, FILE *restrict stream) { return fputs(s, stream); }

char *fgets_unlocked(char *restrict line, int size, FILE *restrict stream) { return fgets(line, size, stream); }

size_t fread_unlocked(void *restrict block, size_t size, size_t n, FILE *restrict stream) { return fread(block, size, n, stream); }

size_t fwrite_unlocked(const void *restrict block, size_t size, size_t n, FILE *restrict stream) {
    return fwrite(block, size, n, stream);
}
