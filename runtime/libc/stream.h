/* FILE, as the models keep it.
 *
 * Contract: streams are unbuffered; a byte is read or written when the program asks for it.
 * The layout agrees with glibc's where glibc's own headers look inside: the inline getc_unlocked, putc_unlocked,
 * feof_unlocked and ferror_unlocked of <bits/stdio.h> test flags, read_ptr/read_end and write_ptr/write_end. The
 * pointers are always null, so that those functions find empty buffers and call __uflow and __overflow.
 * The descriptor is where glibc has it (offset 112): the engine's fprintf reads it there.
 */
#ifndef INCISE_LIBC_STREAM_H
#define INCISE_LIBC_STREAM_H

#include "engine.h"

enum { END_OF_FILE = -1 };

/* Bits of flags, with glibc's values. */
enum { NO_READS = 0x4, NO_WRITES = 0x8, AT_END = 0x10, FAILED = 0x20 };

/* How many bytes can be pushed back. C promises one. */
enum { MAX_PUSHED = 8 };

typedef struct _IO_FILE {
    int flags;
    char *read_ptr, *read_end, *read_base;
    char *write_base, *write_ptr, *write_end;
    char *unused[7];
    int fd;
    int n_pushed;
    unsigned char pushed[MAX_PUSHED]; /* the last is read first */
    char reserved[88];
} FILE;

_Static_assert(offsetof(FILE, read_end) == 16, "where glibc's headers look");
_Static_assert(offsetof(FILE, write_end) == 48, "where glibc's headers look");
_Static_assert(offsetof(FILE, fd) == 112, "where glibc has it");
_Static_assert(sizeof(FILE) == 216, "glibc's size");

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;

int fgetc(FILE *stream);
int ungetc(int c, FILE *stream);
int fputc(int c, FILE *stream);
size_t fwrite(const void *restrict block, size_t size, size_t n, FILE *restrict stream);

#endif
