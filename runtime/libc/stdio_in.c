/* Reading: fgetc getc getchar ungetc fgets gets fread, their unlocked names, and __uflow, which glibc's inline
 * getc_unlocked calls.
 *
 * Contract: C11 7.21.7 and 7.21.8. The end is sticky, as in glibc since 2.28: once seen, reading goes on only after
 * clearerr, ungetc or a seek. More than MAX_PUSHED bytes pushed back: unsupported.
 */
#include "stream.h"

/* Bytes read into block; fewer than n at the end or after an error, which the flags then tell. */
static size_t read_bytes(FILE *stream, unsigned char *block, size_t n) {
    size_t n_read = 0;
    if (stream->flags & NO_READS) {
        stream->flags |= FAILED;
        set_errno(ERROR_BAD_FD);
        return 0;
    }
    while (n_read < n && stream->n_pushed > 0) block[n_read++] = stream->pushed[--stream->n_pushed];
    while (n_read < n && !(stream->flags & AT_END)) {
        long got = __incise_read(stream->fd, block + n_read, n - n_read);
        if (got < 0) {
            stream->flags |= FAILED;
            set_errno(ERROR_BAD_FD);
            break;
        }
        if (got == 0) stream->flags |= AT_END;
        n_read += (size_t)got;
    }
    return n_read;
}

int fgetc(FILE *stream) {
    unsigned char byte;
    return read_bytes(stream, &byte, 1) == 1 ? byte : END_OF_FILE;
}

int getc(FILE *stream) { return fgetc(stream); }

int getchar(void) { return fgetc(stdin); }

int fgetc_unlocked(FILE *stream) { return fgetc(stream); }

int getc_unlocked(FILE *stream) { return fgetc(stream); }

int getchar_unlocked(void) { return fgetc(stdin); }

int _IO_getc(FILE *stream) { return fgetc(stream); }

int __uflow(FILE *stream) { return fgetc(stream); }

int ungetc(int c, FILE *stream) {
    if (c == END_OF_FILE) return END_OF_FILE;
    if (stream->n_pushed == MAX_PUSHED) {
        __incise_unsupported("ungetc of more than 8 bytes");
        return END_OF_FILE;
    }
    stream->pushed[stream->n_pushed++] = (unsigned char)c;
    stream->flags &= ~AT_END;
    return (unsigned char)c;
}

char *fgets(char *restrict line, int size, FILE *restrict stream) {
    if (size <= 0) return NULL;
    int had_failed = stream->flags & FAILED;
    stream->flags &= ~FAILED;
    int n = 0;
    while (n < size - 1) {
        int c = fgetc(stream);
        if (c == END_OF_FILE) break;
        line[n++] = (char)c;
        if (c == '\n') break;
    }
    int failed = stream->flags & FAILED;
    stream->flags |= had_failed;
    if ((n == 0 && size > 1) || failed) return NULL;
    line[n] = 0;
    return line;
}

/* Withdrawn from C, but old programs call it; what overflows the line is found as an access out of bounds. */
char *gets(char *line) {
    size_t n = 0;
    int c;
    while ((c = fgetc(stdin)) != END_OF_FILE && c != '\n') line[n++] = (char)c;
    if (n == 0 && c == END_OF_FILE) return NULL;
    line[n] = 0;
    return line;
}

size_t fread(void *restrict block, size_t size, size_t n, FILE *restrict stream) {
    size_t wanted = size * n;
    if (wanted == 0) return 0;
    size_t n_read = read_bytes(stream, block, wanted);
    return n_read == wanted ? n : n_read / size;
}
