/* Native replay of one function: sets globals and arguments, calls it, notes its result and what the globals hold then.
 *
 * Linked with replay.c, with the program whose statics were made visible, and with a call that fits the function:
 * __incise_call() and __incise_each_global(), generated for each program. -Wl,--wrap=main makes the process start here,
 * whether the program has a main or not.
 *
 * In:  the file named by INCISE_REPLAY_CALL, a line each:
 *      global NUMBER HEXBYTES      before the call
 *      argument NUMBER HEXBYTES    the argument's own bytes; for a pointer, those of the object that it points to
 *      argument NUMBER null        a null pointer
 *      argument NUMBER same OTHER  the same pointer as that argument
 *      link NUMBER OFFSET OTHER    the pointer at OFFSET in the object of argument NUMBER points to that of OTHER; the numbers
 *      link NUMBER OFFSET null     of objects that no argument points to are higher than those of arguments
 * Out: in the trace: `result 0 HEXBYTES`, then `global NUMBER HEXBYTES` for each global and `pointee NUMBER HEXBYTES` for
 *      each object that a pointer argument points to, or a link. `pointer NUMBER HEXBYTES` for each link: its offset and what is
 *      there now, four bytes each: 0 null, the number of an object and 1, or -1 for anything else; of the result, where it
 *      has the size of a pointer, with the number -1. A line that does not fit the
 *      program: `misfit NUMBER`; exit status 97. No such lines when the function does not return.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MISFIT = 97, LARGEST = 4096 };
static const size_t OPEN = (size_t)-1; /* an array whose length nobody knows: as long as the test has it, up to LARGEST */

void __incise_note(const char *word, int number, const void *bytes, size_t size);
void __incise_each_global(void (*each)(int number, void *address, size_t size));
void *__incise_memory(size_t size);
void __incise_call(void);
int __wrap_main(void);

/* A line of the file, taken apart. */
struct setting {
    struct setting *next;
    int is_global, number, is_null, is_pointee, same_as; /* same_as: the other argument and 1, or 0 */
    long beside;                                         /* so many bytes behind it */
    size_t size;
    unsigned char *bytes;
};

static struct setting *settings;

/* A pointer in an object. */
struct link {
    struct link *next;
    int from, to; /* to: -1 for null */
    unsigned offset;
};

static struct link *links;

_Noreturn static void misfit(int number) {
    __incise_note("misfit", number, NULL, 0);
    _exit(MISFIT);
}

static void read_link(const char *line) {
    struct link *link = __incise_memory(sizeof *link);
    if (!link || sscanf(line, "link %d %u", &link->from, &link->offset) != 2) misfit(-1);
    if (sscanf(line, "link %*d %*u %d", &link->to) != 1) link->to = -1;
    link->next = links;
    links = link;
}

static void read_line(const char *line) {
    char kind[16];
    int number, start = 0;
    if (strncmp(line, "link ", 5) == 0) {
        read_link(line);
        return;
    }
    if (sscanf(line, "%15s %d %n", kind, &number, &start) < 2 || start == 0) misfit(-1);
    struct setting *setting = __incise_memory(sizeof *setting);
    if (!setting) misfit(number);
    setting->next = settings;
    setting->is_global = strcmp(kind, "global") == 0;
    setting->number = number;
    setting->is_null = strcmp(line + start, "null") == 0;
    int other;
    if (sscanf(line + start, "same %d", &other) == 1) setting->same_as = other + 1;
    if (sscanf(line + start, "beside %d %ld", &other, &setting->beside) == 2) setting->same_as = other + 1;
    settings = setting;
    if (setting->is_null || setting->same_as) return;
    setting->size = strlen(line + start) / 2;
    setting->bytes = __incise_memory(setting->size);
    if (!setting->bytes) misfit(number);
    for (size_t i = 0; i < setting->size; i++) {
        unsigned byte;
        if (sscanf(line + start + 2 * i, "%2x", &byte) != 1) misfit(number);
        setting->bytes[i] = (unsigned char)byte;
    }
}

static void read_settings(void) {
    const char *path = NULL;
    for (char **entry = environ; *entry; entry++) {
        if (strncmp(*entry, "INCISE_REPLAY_CALL=", 19) == 0) path = *entry + 19;
    }
    int fd = path ? openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC) : -1;
    FILE *file = fd >= 0 ? fdopen(fd, "r") : NULL;
    if (!file) misfit(-1);
    char *line = NULL;
    size_t capacity = 0;
    while (getline(&line, &capacity, file) > 0) {
        line[strcspn(line, "\n")] = 0;
        read_line(line);
    }
    free(line);
    fclose(file);
}

static struct setting *find(int is_global, int number) {
    for (struct setting *at = settings; at; at = at->next) {
        if (at->is_global == is_global && at->number == number) return at;
    }
    return NULL;
}

static void set_global(int number, void *address, size_t size) {
    const struct setting *setting = find(1, number);
    if (!setting) return;
    if (size == OPEN ? setting->size > LARGEST : setting->size != size) misfit(number);
    memcpy(address, setting->bytes, setting->size);
}

static void note_global(int number, void *address, size_t size) {
    const struct setting *setting = find(1, number);
    if (size == OPEN) size = setting ? setting->size : 0;
    __incise_note("global", number, address, size);
}

/* An argument's bytes, `size` of them. What the test does not mention is 0. */
void *__incise_argument(int number, size_t size) {
    struct setting *setting = find(0, number);
    if (!setting) {
        void *zeros = __incise_memory(size);
        if (!zeros) misfit(number);
        return zeros;
    }
    if (setting->is_null || setting->size != size) misfit(number);
    return setting->bytes;
}

/* How many bytes of an argument's object lie before where it points, since another argument points there. */
static size_t lead(int number) {
    long least = 0;
    for (struct setting *at = settings; at; at = at->next) {
        if (!at->is_global && at->same_as == number + 1 && at->beside < least) least = at->beside;
    }
    return (size_t)-least;
}

/* Where a pointer argument points: into an allocation of exactly the size of its object. */
void *__incise_pointee(int number) {
    struct setting *setting = find(0, number);
    long beside = 0;
    while (setting && setting->same_as) {
        beside += setting->beside;
        setting = find(0, setting->same_as - 1);
    }
    if (!setting || setting->is_null) return NULL;
    setting->is_pointee = 1;
    return setting->bytes + lead(setting->number) + beside;
}

/* The object from outside that an address lies in, as its parameter's position (from 1) and the offset; 0 for none. */
int __incise_object_of(const void *address, size_t *offset) {
    const unsigned char *at = address;
    for (const struct setting *one = settings; one; one = one->next) {
        if (one->is_global || !one->is_pointee || !one->bytes || at < one->bytes || at >= one->bytes + one->size) continue;
        *offset = (size_t)(at - one->bytes);
        return one->number + 1;
    }
    return 0;
}

/* Which parameter's function a pointer to a function is; -1 for null. */
int __incise_passed(int number) {
    struct setting *setting = find(0, number);
    while (setting && setting->same_as) {
        number = setting->same_as - 1;
        setting = find(0, number);
    }
    return setting && setting->is_null ? -1 : number;
}

static void **place(const struct link *link) {
    struct setting *setting = find(0, link->from);
    if (!setting || !setting->bytes || setting->size < sizeof(void *) || link->offset > setting->size - sizeof(void *))
        misfit(link->from);
    setting->is_pointee = 1;
    return (void **)(setting->bytes + link->offset);
}

static void set_links(void) {
    for (struct link *link = links; link; link = link->next) {
        void *target = NULL;
        if (link->to >= 0 && !(target = __incise_pointee(link->to))) misfit(link->to);
        memcpy(place(link), &target, sizeof target);
    }
}

/* Which object a pointer points to. */
static int object_at(const void *pointer) {
    if (!pointer) return 0;
    for (struct setting *at = settings; at; at = at->next) {
        if (!at->is_global && at->is_pointee && at->bytes == pointer) return at->number + 1;
    }
    return -1;
}

static void note_link(int number, unsigned offset, const void *bytes) {
    void *pointer;
    memcpy(&pointer, bytes, sizeof pointer);
    int noted[2] = {(int)offset, object_at(pointer)};
    __incise_note("pointer", number, noted, sizeof noted);
}

void __incise_result(const void *bytes, size_t size) {
    __incise_note("result", 0, bytes, size);
    if (size == sizeof(void *)) note_link(-1, 0, bytes);
}

int __wrap_main(void) {
    read_settings();
    __incise_each_global(set_global);
    set_links();
    __incise_call();
    __incise_each_global(note_global);
    for (struct setting *at = settings; at; at = at->next) {
        if (at->is_pointee) __incise_note("pointee", at->number, at->bytes, at->size);
    }
    for (struct link *link = links; link; link = link->next) note_link(link->from, link->offset, place(link));
    fflush(NULL);
    _exit(0); /* handlers that the function registered are not a part of its call */
}
