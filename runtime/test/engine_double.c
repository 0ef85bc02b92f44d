/* Stands in for the engine in native tests: files are real ones, descriptor 0 reads standard_input, 1 and 2 write to
 * standard_output. */
#include "check.h"
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

const char *unsupported;
const char *assumed;
const char *standard_input = "";
char standard_output[4096];
size_t standard_output_size;

long __incise_read(int fd, void *block, unsigned long n) {
    if (fd != 0) return read(fd, block, n);
    size_t available = strlen(standard_input);
    if (n > available) n = available;
    memcpy(block, standard_input, n);
    standard_input += n;
    return (long)n;
}

long __incise_write(int fd, const void *block, unsigned long n) {
    if (fd > 2) return write(fd, block, n);
    if (fd == 0 || n > sizeof standard_output - standard_output_size) return -1;
    memcpy(standard_output + standard_output_size, block, n);
    standard_output_size += n;
    return (long)n;
}

int __incise_open(const char *path, int flags) { return open(path, flags, 0666); }

int __incise_close(int fd) { return fd <= 2 ? 0 : close(fd); }

long __incise_seek(int fd, long offset, int whence) { return fd <= 2 ? -1 : lseek(fd, offset, whence); }

void __incise_unsupported(const char *what) { unsupported = what; }

void __incise_assumed(const char *what) { assumed = what; }

void __incise_disjoint(const void *to, const void *from, unsigned long n) { (void)to, (void)from, (void)n; }
