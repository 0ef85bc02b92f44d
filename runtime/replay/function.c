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
 *      argument NUMBER stream NAME  a stream of the file of that name, for reading and writing
 *      link NUMBER OFFSET OTHER    the pointer at OFFSET in the object of argument NUMBER points to that of OTHER; the numbers
 *      link NUMBER OFFSET null     of objects that no argument points to are higher than those of arguments
 *      reach NUMBER KIND HOLDER SIZE OFFSET...  memory that is looked at after the call: from `result 0`, `errno 0`, `global NUMBER` or `object NUMBER`
 *                                  through the pointers at all offsets but the last, SIZE bytes at the last; SIZE 0: a pointer there
 * Out: in the trace: `result 0 HEXBYTES`, then `global NUMBER HEXBYTES` for each global and `pointee NUMBER HEXBYTES` for
 *      each object that a pointer argument points to, or a link. `pointer NUMBER HEXBYTES` for each link: its offset and what is
 *      there now, four bytes each: 0 null, the number of an object and 1, or -1 for anything else; of the result, where it
 *      has the size of a pointer, with the number -1. `reached NUMBER HEXBYTES` for each line `reach`, no bytes where no pointer leads to
 *      memory; a pointer as three numbers of eight bytes: 0 null, 1 an object or 2 a global, with its number and an offset, or 3. A line that does not fit the
 *      program: `misfit NUMBER`; exit status 97. No such lines when the function does not return.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
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
    FILE *stream;
};

static struct setting *settings;

/* A pointer in an object. */
struct link {
    struct link *next;
    int from, to; /* to: -1 for null */
    unsigned offset;
};

static struct link *links;

/* Memory that is looked at. */
enum { MAX_STEPS = 16 };
struct reach {
    struct reach *next;
    char kind[8];
    int number, holder, n_offsets;
    size_t size;
    long offsets[MAX_STEPS];
};

static struct reach *reaches;
static unsigned char result[LARGEST]; /* what the function gave */
static int error_left;                /* errno when it had returned */

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

static void read_reach(const char *line) {
    struct reach *reach = __incise_memory(sizeof *reach);
    int start = 0, used;
    if (!reach || sscanf(line, "reach %d %7s %d %zu%n", &reach->number, reach->kind, &reach->holder, &reach->size, &start) < 4) misfit(-1);
    for (line += start; reach->n_offsets < MAX_STEPS && sscanf(line, "%ld%n", &reach->offsets[reach->n_offsets], &used) == 1; line += used)
        reach->n_offsets++;
    if (reach->n_offsets == 0 || reach->size > LARGEST) misfit(-1);
    reach->next = reaches;
    reaches = reach;
}

static void read_line(const char *line) {
    char kind[16];
    int number, start = 0;
    if (strncmp(line, "reach ", 6) == 0) {
        read_reach(line);
        return;
    }
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
    if (strncmp(line + start, "stream ", 7) == 0) {
        setting->stream = fopen(line + start + 7, "r+");
        if (!setting->stream) misfit(number);
        return;
    }
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
    if (setting->stream) return setting->stream;
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
        if (!at->is_global && (at->stream ? at->stream == pointer : at->is_pointee && at->bytes == pointer))
            return at->number + 1;
    }
    return -1;
}

static void note_link(int number, unsigned offset, const void *bytes) {
    void *pointer;
    memcpy(&pointer, bytes, sizeof pointer);
    int noted[2] = {(int)offset, object_at(pointer)};
    __incise_note("pointer", number, noted, sizeof noted);
}

/* Bytes that may not be there: the kernel knows. */
static int copy(void *to, const void *from, size_t size) {
    int ends[2];
    if (pipe(ends) != 0) return 0;
    int is_read = write(ends[1], from, size) == (ssize_t)size && read(ends[0], to, size) == (ssize_t)size;
    close(ends[0]);
    close(ends[1]);
    return is_read;
}

/* The global that is looked for, by its number or by an address in it. */
static int wanted_number;
static const unsigned char *wanted_address, *found_address;
static int found_number;

static void find_number(int number, void *address, size_t size) {
    (void)size;
    if (number == wanted_number) found_address = address;
}

static void find_address(int number, void *address, size_t size) {
    const unsigned char *start = address;
    if (size == OPEN || wanted_address < start || wanted_address >= start + size) return;
    found_number = number;
    found_address = start;
}

static const unsigned char *holder(const struct reach *reach) {
    if (reach->kind[0] == 'r') return result;
    if (reach->kind[0] == 'e') return (const unsigned char *)&error_left;
    if (reach->kind[0] == 'g') {
        wanted_number = reach->holder;
        found_address = NULL;
        __incise_each_global(find_number);
        return found_address;
    }
    struct setting *setting = find(0, reach->holder);
    return setting ? setting->bytes : NULL;
}

int __incise_object_of(const void *address, size_t *offset);

/* What a pointer points to, whatever its address is in this process. */
static void note_pointer(int number, const unsigned char *pointer) {
    long noted[3] = {3, 0, 0};
    size_t offset = 0;
    int object = __incise_object_of(pointer, &offset);
    found_address = NULL;
    wanted_address = pointer;
    if (!pointer) {
        noted[0] = 0;
    } else if (object) {
        noted[0] = 1;
        noted[1] = object;
        noted[2] = (long)offset;
    } else {
        __incise_each_global(find_address);
        if (found_address) {
            noted[0] = 2;
            noted[1] = found_number;
            noted[2] = pointer - found_address;
        }
    }
    __incise_note("reached", number, noted, sizeof noted);
}

static void note_reach(const struct reach *reach) {
    static unsigned char bytes[LARGEST];
    const unsigned char *at = holder(reach);
    for (int i = 0; at && i + 1 < reach->n_offsets; i++) {
        if (!copy(bytes, at + reach->offsets[i], sizeof at)) {
            at = NULL;
            break;
        }
        memcpy(&at, bytes, sizeof at);
    }
    size_t size = reach->size ? reach->size : sizeof at;
    if (!at || !copy(bytes, at + reach->offsets[reach->n_offsets - 1], size)) {
        __incise_note("reached", reach->number, NULL, 0);
    } else if (reach->size) {
        __incise_note("reached", reach->number, bytes, size);
    } else {
        const unsigned char *pointer;
        memcpy(&pointer, bytes, sizeof pointer);
        note_pointer(reach->number, pointer);
    }
}

void __incise_result(const void *bytes, size_t size) {
    error_left = errno;
    __incise_note("result", 0, bytes, size);
    if (size > 0) memcpy(result, bytes, size < sizeof result ? size : sizeof result);
    if (size == sizeof(void *)) note_link(-1, 0, bytes);
}

int __wrap_main(void) {
    read_settings();
    __incise_each_global(set_global);
    set_links();
    errno = 0;
    __incise_call();
    __incise_each_global(note_global);
    for (struct setting *at = settings; at; at = at->next) {
        if (at->is_pointee) __incise_note("pointee", at->number, at->bytes, at->size);
    }
    for (struct link *link = links; link; link = link->next) note_link(link->from, link->offset, place(link));
    for (const struct reach *reach = reaches; reach; reach = reach->next) note_reach(reach);
    fflush(NULL);
    _exit(0); /* handlers that the function registered are not a part of its call */
}
