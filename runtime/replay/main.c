/* Native replay of a whole program: sets the objects that none of its files defines before anything of it runs.
 *
 * Linked with replay.c, with the program, and with definitions of these objects and __incise_each_global(), generated for each program.
 *
 * In:  the file named by INCISE_REPLAY_CALL, a line each:
 *      global NUMBER HEXBYTES
 * Out: nothing; a line that does not fit the program: `misfit NUMBER` in the trace, exit status 97.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MISFIT = 97, LONGEST = 1 << 14 };
static const size_t OPEN = (size_t)-1;

void __incise_note(const char *word, int number, const void *bytes, size_t size);
void __incise_each_global(void (*each)(int number, void *address, size_t size));

static int wanted;
static const char *digits;

_Noreturn static void misfit(int number) {
    __incise_note("misfit", number, NULL, 0);
    _exit(MISFIT);
}

static void set_global(int number, void *address, size_t size) {
    if (number != wanted) return;
    size_t given = strlen(digits) / 2;
    if (size != OPEN && given != size) misfit(number);
    for (size_t i = 0; i < given; i++) {
        unsigned byte;
        if (sscanf(digits + 2 * i, "%2x", &byte) != 1) misfit(number);
        ((unsigned char *)address)[i] = (unsigned char)byte;
    }
}

__attribute__((constructor(102))) static void set_globals(void) {
    const char *path = NULL;
    for (char **entry = environ; entry && *entry; entry++) {
        if (strncmp(*entry, "INCISE_REPLAY_CALL=", 19) == 0) path = *entry + 19;
    }
    FILE *file = path ? fopen(path, "r") : NULL;
    if (!file) return;
    static char line[LONGEST];
    while (fgets(line, sizeof line, file)) {
        int start = 0;
        line[strcspn(line, "\n")] = 0;
        if (sscanf(line, "global %d %n", &wanted, &start) != 1 || start == 0) misfit(-1);
        digits = line + start;
        __incise_each_global(set_global);
    }
    fclose(file);
}
