/* Streams, opened, closed and positioned: stdin stdout stderr fopen fclose fflush fileno setvbuf setbuf feof ferror
 * clearerr fseek ftell rewind, with the off_t and 64-bit names.
 *
 * Contract: C11 7.21.5, 7.21.9, 7.21.10. Which files exist is the engine's to say. Streams have no buffers, so that
 * fflush, setvbuf and setbuf change nothing.
 */
#include "stream.h"

static FILE standard[3] = {{.fd = 0, .flags = NO_WRITES}, {.fd = 1, .flags = NO_READS}, {.fd = 2, .flags = NO_READS}};

FILE *stdin = &standard[0];
FILE *stdout = &standard[1];
FILE *stderr = &standard[2];

/* open(2)'s flags on Linux. */
enum { O_RDONLY = 0, O_WRONLY = 1, O_RDWR = 2, O_CREAT = 0100, O_EXCL = 0200, O_TRUNC = 01000, O_APPEND = 02000 };

/* open(2)'s flags for a mode of fopen, or -1. */
static int open_flags(const char *mode) {
    int access = O_WRONLY;
    int how;
    switch (*mode) {
    case 'r': access = O_RDONLY, how = 0; break;
    case 'w': how = O_CREAT | O_TRUNC; break;
    case 'a': how = O_CREAT | O_APPEND; break;
    default: return -1;
    }
    /* glibc looks at six characters after the first. */
    for (int i = 1; i < 7 && mode[i]; i++) {
        if (mode[i] == '+') access = O_RDWR;
        if (mode[i] == 'x') how |= O_EXCL;
    }
    return access | how;
}

FILE *fopen(const char *restrict path, const char *restrict mode) {
    int flags = open_flags(mode);
    if (flags == -1) {
        set_errno(ERROR_INVALID);
        return NULL;
    }
    int fd = __incise_open(path, flags);
    if (fd < 0) {
        set_errno(ERROR_NO_ENTRY);
        return NULL;
    }
    FILE *stream = malloc(sizeof *stream);
    if (!stream) {
        __incise_close(fd);
        return NULL;
    }
    int access = flags & 3;
    if (*mode == 'a' && access == O_WRONLY) __incise_seek(fd, 0, 2); /* where ftell starts, in glibc */
    *stream = (FILE){.fd = fd, .flags = access == O_RDONLY ? NO_WRITES : access == O_WRONLY ? NO_READS : 0};
    return stream;
}

FILE *fopen64(const char *restrict path, const char *restrict mode) { return fopen(path, mode); }

int fclose(FILE *stream) {
    int result = __incise_close(stream->fd);
    if (stream != &standard[0] && stream != &standard[1] && stream != &standard[2]) free(stream);
    if (result < 0) set_errno(ERROR_BAD_FD);
    return result < 0 ? END_OF_FILE : 0;
}

int fflush(FILE *stream) {
    (void)stream;
    return 0;
}

int fileno(FILE *stream) { return stream->fd; }

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
    (void)stream, (void)buffer, (void)size;
    return mode < 0 || mode > 2 ? END_OF_FILE : 0;
}

void setbuf(FILE *restrict stream, char *restrict buffer) { (void)stream, (void)buffer; }

int feof(FILE *stream) { return (stream->flags & AT_END) != 0; }

int ferror(FILE *stream) { return (stream->flags & FAILED) != 0; }

int feof_unlocked(FILE *stream) { return feof(stream); }

int ferror_unlocked(FILE *stream) { return ferror(stream); }

void clearerr(FILE *stream) { stream->flags &= ~(AT_END | FAILED); }

int fseek(FILE *stream, long offset, int whence) {
    if (whence < 0 || whence > 2) {
        set_errno(ERROR_INVALID);
        return -1;
    }
    if (whence == 1) offset -= stream->n_pushed;
    if (__incise_seek(stream->fd, offset, whence) < 0) {
        set_errno(stream->fd <= 2 ? ERROR_SEEK_ON_PIPE : ERROR_INVALID);
        return -1;
    }
    stream->n_pushed = 0;
    stream->flags &= ~AT_END;
    return 0;
}

long ftell(FILE *stream) {
    long offset = __incise_seek(stream->fd, 0, 1);
    if (offset < 0) {
        set_errno(ERROR_SEEK_ON_PIPE);
        return -1;
    }
    return offset - stream->n_pushed;
}

void rewind(FILE *stream) {
    fseek(stream, 0, 0);
    stream->flags &= ~FAILED;
}

int fseeko(FILE *stream, long offset, int whence) { return fseek(stream, offset, whence); }

long ftello(FILE *stream) { return ftell(stream); }

int fseeko64(FILE *stream, long offset, int whence) { return fseek(stream, offset, whence); }

long ftello64(FILE *stream) { return ftell(stream); }
