/* What the models need from outside: the calls the engine answers itself, and the constants of the
 * Linux x86-64 ABI that a program can observe.
 *
 * The models include only freestanding headers, so that no macro of a host libc is expanded in them.
 * Every other function they call is either another model or listed here.
 */
#ifndef INCISE_LIBC_ENGINE_H
#define INCISE_LIBC_ENGINE_H

#include <stddef.h>

/* Heap and block operations: engine builtins. */
void *malloc(size_t size);
void free(void *block);
void *memcpy(void *restrict to, const void *restrict from, size_t n);

/* Bytes read into buf (they may be symbolic), 0 at the end, -1 on error. fd 0 is the program's input. */
long __incise_read(int fd, void *buf, unsigned long n);
/* Records n bytes of output; n, or -1 when fd cannot be written. */
long __incise_write(int fd, const void *buf, unsigned long n);
/* A descriptor, or -1 when there is no such file. flags are those of open(2). */
int __incise_open(const char *path, int flags);
/* 0, or -1 when fd is not open. */
int __incise_close(int fd);
/* The new offset from the start, or -1. whence is SEEK_SET 0, SEEK_CUR 1, SEEK_END 2. */
long __incise_seek(int fd, long offset, int whence);
/* Notes what is taken for granted of the environment; the report lists it. */
void __incise_assumed(const char *what);
/* Ends the path with an entry in the ledger. Where it returns (native tests), the caller gives up. */
void __incise_unsupported(const char *what);

/* Undefined unless two places of n bytes are the same or apart. */
void __incise_disjoint(const void *to, const void *from, unsigned long n);

int *__errno_location(void);

static inline void set_errno(int code) { *__errno_location() = code; }

enum { ERROR_NO_ENTRY = 2, ERROR_BAD_FD = 9, ERROR_INVALID = 22, ERROR_SEEK_ON_PIPE = 29, ERROR_RANGE = 34 };

#endif
