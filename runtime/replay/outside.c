/* Native replay: functions that are not the program's, at the addresses that pointers in a test's memory hold.
 *
 * Linked with replay.c. A page is mapped for each function, with code that goes to the stub of its type, generated for each program; the
 * stub finds the function's name in the register of the static chain, and notes the call by that.
 *
 * In:  the file named by INCISE_REPLAY_OUTSIDE, a line each:
 *      ADDRESS NUMBER NAME         hexadecimal; the number of the declaration that has the type; what calls are called
 * Out: in the trace `misfit -1` where there can be no code at an address, or such a function is called and there is no stub; exit status 97.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MISFIT = 97, PAGE = 4096 };

void __incise_note(const char *word, int number, const void *bytes, size_t size);

/* The stub of a number. */
__attribute__((weak)) void *__incise_outside_stub(int number);

_Noreturn static void misfit(void) {
    __incise_note("misfit", -1, NULL, 0);
    _exit(MISFIT);
}

static void put(uintptr_t address, const char *name, const void *stub) {
    unsigned char code[] = {
        0xf3, 0x0f, 0x1e, 0xfa,                   /* endbr64 */
        0x49, 0xba, 0,    0,    0, 0, 0, 0, 0, 0, /* mov name, %r10 */
        0x49, 0xbb, 0,    0,    0, 0, 0, 0, 0, 0, /* mov stub, %r11 */
        0x41, 0xff, 0xe3,                         /* jmp *%r11 */
    };
    memcpy(code + 6, &name, sizeof name);
    memcpy(code + 16, &stub, sizeof stub);
    uintptr_t start = address & ~(uintptr_t)(PAGE - 1);
    if (address + sizeof code > start + PAGE) misfit();
    void *page = mmap((void *)start, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (page != (void *)start) misfit();
    memcpy((void *)address, code, sizeof code);
    if (mprotect(page, PAGE, PROT_READ | PROT_EXEC) != 0) misfit();
}

__attribute__((constructor(101))) static void put_functions(void) {
    const char *path = NULL;
    for (char **entry = environ; entry && *entry; entry++) {
        if (strncmp(*entry, "INCISE_REPLAY_OUTSIDE=", 22) == 0) path = *entry + 22;
    }
    int fd = path ? openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC) : -1;
    FILE *file = fd >= 0 ? fdopen(fd, "r") : NULL;
    if (!file) return;
    unsigned long address;
    int number;
    char *name;
    while (fscanf(file, "%lx %d %m[^\n]", &address, &number, &name) == 3) {
        const void *stub = __incise_outside_stub ? __incise_outside_stub(number) : NULL;
        put(address, name, stub ? stub : (const void *)misfit);
    }
    fclose(file);
}
