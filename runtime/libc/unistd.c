/* Descriptors: open read write close lseek, with the 64-bit names.
 *
 * Contract: POSIX, over the engine's files. Descriptor 0 is the program's input, 1 and 2 its output.
 */
#include "engine.h"

int open(const char *path, int flags, ...) {
    int fd = __incise_open(path, flags);
    if (fd >= 0) return fd;
    set_errno(ERROR_NO_ENTRY);
    return -1;
}

int open64(const char *path, int flags, ...) { return open(path, flags); }

long read(int fd, void *block, size_t n) {
    long got = __incise_read(fd, block, n);
    if (got < 0) set_errno(ERROR_BAD_FD);
    return got;
}

long write(int fd, const void *block, size_t n) {
    long written = __incise_write(fd, block, n);
    if (written < 0) set_errno(ERROR_BAD_FD);
    return written;
}

int close(int fd) {
    int result = __incise_close(fd);
    if (result < 0) set_errno(ERROR_BAD_FD);
    return result;
}

long lseek(int fd, long offset, int whence) {
    long at = __incise_seek(fd, offset, whence);
    if (at < 0) set_errno(fd <= 2 ? ERROR_SEEK_ON_PIPE : ERROR_INVALID);
    return at;
}

long lseek64(int fd, long offset, int whence) { return lseek(fd, offset, whence); }
