/* Writing: fputc putc putchar fputs puts fwrite, their unlocked names, and __overflow, which glibc's inline
 * putc_unlocked calls.
 *
 * Contract: C11 7.21.7 and 7.21.8, with glibc's return values: fputs gives 1, puts the number of bytes written.
 * printf and its family are the engine's.
 */
#include "stream.h"

size_t strlen(const char *s);

static size_t write_bytes(FILE *stream, const void *block, size_t n) {
    if (n == 0) return 0;
    long written = stream->flags & NO_WRITES ? -1 : __incise_write(stream->fd, block, n);
    if (written < 0) {
        stream->flags |= FAILED;
        set_errno(ERROR_BAD_FD);
        return 0;
    }
    return (size_t)written;
}

int fputc(int c, FILE *stream) {
    unsigned char byte = (unsigned char)c;
    return write_bytes(stream, &byte, 1) == 1 ? byte : END_OF_FILE;
}

int putc(int c, FILE *stream) { return fputc(c, stream); }

int putchar(int c) { return fputc(c, stdout); }

int fputc_unlocked(int c, FILE *stream) { return fputc(c, stream); }

int putc_unlocked(int c, FILE *stream) { return fputc(c, stream); }

int putchar_unlocked(int c) { return fputc(c, stdout); }

int _IO_putc(int c, FILE *stream) { return fputc(c, stream); }

int __overflow(FILE *stream, int c) { return fputc(c, stream); }

int fputs(const char *restrict s, FILE *restrict stream) {
    size_t n = strlen(s);
    return write_bytes(stream, s, n) == n ? 1 : END_OF_FILE;
}

int puts(const char *s) {
    if (fputs(s, stdout) == END_OF_FILE || fputc('\n', stdout) == END_OF_FILE) return END_OF_FILE;
    return (int)strlen(s) + 1;
}

size_t fwrite(const void *restrict block, size_t size, size_t n, FILE *restrict stream) {
    size_t wanted = size * n;
    if (wanted == 0) return 0;
    size_t n_written = write_bytes(stream, block, wanted);
    return n_written == wanted ? n : n_written / size;
}
