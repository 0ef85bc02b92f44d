/* Native replay: linked with the user's program, answers every marker with the values of one test and records which
 * way the program's branches went.
 *
 * In:  the file named by INCISE_REPLAY_INPUTS, a line `NAME HEXBYTES` for each object, bytes in memory order. The i-th
 *      object that the run makes symbolic takes the i-th line, whatever its name; only what a function without a body takes must
 *      be called FUNCTION#... as that function is. No such variable: no inputs.
 * Out: appended to the file named by INCISE_REPLAY_TRACE, a line each; no such variable: no trace.
 *
 *      b FUNCTION BLOCK TAKEN     a branch of the instrumented program
 *      s FUNCTION BLOCK VALUE     a switch
 *      extra NAME                 an object more than there are lines; it got zero bytes
 *      mismatch NAME SIZE GIVEN   an object of SIZE bytes met a line of GIVEN bytes; exit status 97
 *      bad-inputs LINE            the inputs cannot be read (0) or have a malformed line; exit status 98
 *      assume-failed              exit status 96
 *      assert-failed, error, reach-error    followed by abort()
 *      WORD NUMBER HEXBYTES       what function.c notes by __incise_note()
 *      call NAME ARGUMENT...      a function without a body: bytes of each argument, `*` and bytes behind it (`??` unknown)
 *      call PLACE readN           an access of N bytes of memory outside the program (`STATUS`, `*1+4`: the first argument's object,
 *      call PLACE writeN HEXBYTES `0x40000000`); its line of the inputs holds the place as text
 *      trace-full                 the trace has reached its limit and stops here
 *      end STATUS                 exit(STATUS) or return from main; nothing after _exit, abort or a signal
 *
 * The trace is a shared mapping of its file: what was recorded is in the file however the process ends. Unless it ends
 * by exit(), NUL bytes follow the last line; a reader stops at the first NUL.
 * With a trace, standard output is not buffered and no core is dumped: what was printed before a crash is seen.
 * Library functions whose results are inputs are replaced when the program is linked with -Wl,--wrap=rand and so on:
 * rand random lrand48 rand_r time clock getpid getppid getuid geteuid getgid getegid, each an object of the size of its
 * result, gettimeofday and clock_gettime, 16 bytes each, and getenv and secure_getenv: one byte, and unless that is 0 a second object of 16 bytes, the value, whose last byte is made 0.
 * malloc, calloc, realloc, reallocarray, aligned_alloc, memalign, posix_memalign, strdup, strndup, wcsdup, asprintf, vasprintf: a byte called
 * allocation(), 0 if there is no memory, where the next line is called so; otherwise there is memory.
 * fopen fopen64 freopen open open64 find the file of any name in the folder of the run: see file_of().
 * All markers are weak: a program that defines its own keeps it.
 * Limits: markers in a signal handler that interrupts another marker wait forever; after fork() both sides write the
 * same part of the trace.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

enum { ASSUME_FAILED = 96, SIZE_MISMATCH = 97, BAD_INPUTS = 98 };
enum { CHUNK = 64 * 1024, GETENV_SIZE = 16 };
static const off_t MAX_TRACE = 256L * 1024 * 1024;

static atomic_flag busy = ATOMIC_FLAG_INIT;

static void lock(atomic_flag *flag) {
    while (atomic_flag_test_and_set_explicit(flag, memory_order_acquire)) sched_yield();
}

static void unlock(atomic_flag *flag) { atomic_flag_clear_explicit(flag, memory_order_release); }

/* ---- The trace ---- */

static int trace_fd = -1; /* -1: no trace */
static char *window;      /* CHUNK bytes of the file, from window_start */
static off_t window_start;
static size_t window_used;

static bool open_window(off_t start) {
    if (window) munmap(window, CHUNK);
    window = NULL;
    /* Allocating, not only extending: a full disk must stop the trace, not kill the program with SIGBUS. */
    if (posix_fallocate(trace_fd, start, CHUNK) == 0) {
        void *mapped = mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_SHARED, trace_fd, start);
        if (mapped != MAP_FAILED) window = mapped;
    }
    if (!window) {
        close(trace_fd);
        trace_fd = -1;
        return false;
    }
    window_start = start;
    window_used = 0;
    return true;
}

static void put_bytes(const char *text, size_t n) {
    for (size_t i = 0; i < n && trace_fd >= 0; i++) {
        if (window_used == CHUNK && !open_window(window_start + CHUNK)) return;
        window[window_used++] = text[i];
    }
}

/* A line of the trace being put together. */
struct line {
    char text[256];
    size_t length;
};

static void add_word(struct line *line, const char *word) {
    if (line->length) line->text[line->length++] = ' ';
    /* Room is left for two numbers and the end of the line. */
    for (; *word && line->length < sizeof line->text - 64; word++) {
        bool printable = *word > ' ' && *word <= '~';
        line->text[line->length++] = printable ? *word : '_';
    }
}

static void add_number(struct line *line, long value) {
    char digits[24];
    size_t n = 0;
    unsigned long magnitude = value < 0 ? 0 - (unsigned long)value : (unsigned long)value;
    do digits[n++] = (char)('0' + magnitude % 10);
    while (magnitude /= 10);
    if (value < 0) digits[n++] = '-';
    line->text[line->length++] = ' ';
    while (n > 0) line->text[line->length++] = digits[--n];
}

static void start(void);

/* Callers hold the lock. */
static void record(struct line *line) {
    static bool full;
    if (trace_fd < 0 || full) return;
    line->text[line->length++] = '\n';
    put_bytes(line->text, line->length);
    if (window_start + (off_t)window_used > MAX_TRACE) {
        full = true;
        put_bytes("trace-full\n", 11);
    }
}

static void record_word(const char *word) {
    struct line line = {.length = 0};
    add_word(&line, word);
    lock(&busy);
    start();
    record(&line);
    unlock(&busy);
}

static void record_event(char kind, int function, int block, long value) {
    struct line line; /* not cleared: this is the hot path */
    line.text[0] = kind;
    line.length = 1;
    add_number(&line, function);
    add_number(&line, block);
    add_number(&line, value);
    lock(&busy);
    start();
    record(&line);
    unlock(&busy);
}

/* Callers hold the lock, and keep it: nothing else may run. */
_Noreturn static void stop(struct line *line, int status) {
    record(line);
    _exit(status);
}

/* ---- The inputs ---- */

static const char *inputs, *inputs_end; /* what is left of the file */
static long inputs_line;

_Noreturn static void bad_inputs(void) {
    struct line line = {.length = 0};
    add_word(&line, "bad-inputs");
    add_number(&line, inputs_line);
    stop(&line, BAD_INPUTS);
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/* Fills the object from the next line, and gives the number of bytes that the line has; it must be `size` if `exact`. What the line
 * is called must start with `begin`. */
static size_t take_line(const char *name, void *object, size_t size, bool exact, const char *begin) {
    lock(&busy);
    start();
    struct line complaint = {.length = 0};
    memset(object, 0, size);
    if (inputs == inputs_end) {
        add_word(&complaint, "extra");
        add_word(&complaint, name ? name : "unnamed");
        record(&complaint);
        unlock(&busy);
        return 0;
    }
    inputs_line++;
    const char *at = inputs;
    while (at < inputs_end && *at > ' ') at++;
    if (at == inputs) bad_inputs();
    size_t n_begin = strlen(begin);
    bool fits = (size_t)(at - inputs) >= n_begin && strncmp(inputs, begin, n_begin) == 0;
    while (at < inputs_end && (*at == ' ' || *at == '\t')) at++;
    size_t n_bytes = 0;
    for (; at < inputs_end && *at != '\n' && *at != '\r'; at += 2, n_bytes++) {
        int high = hex_digit(*at);
        int low = at + 1 < inputs_end ? hex_digit(at[1]) : -1;
        if (high < 0 || low < 0) bad_inputs();
        if (n_bytes < size) ((unsigned char *)object)[n_bytes] = (unsigned char)(high << 4 | low);
    }
    if (at < inputs_end && *at == '\r') at++;
    if (at < inputs_end && *at != '\n') bad_inputs();
    inputs = at < inputs_end ? at + 1 : at;
    if (!fits || (exact ? n_bytes != size : n_bytes > size)) {
        add_word(&complaint, "mismatch");
        add_word(&complaint, name ? name : "unnamed");
        add_number(&complaint, (long)size);
        add_number(&complaint, (long)n_bytes);
        stop(&complaint, SIZE_MISMATCH);
    }
    unlock(&busy);
    return n_bytes;
}

/* Whether the next line is called that. */
static bool is_next(const char *name) {
    lock(&busy);
    start();
    size_t n = strlen(name);
    bool found = (size_t)(inputs_end - inputs) > n && strncmp(inputs, name, n) == 0;
    unlock(&busy);
    return found;
}

static void take_input(const char *name, void *object, size_t size) { take_line(name, object, size, true, ""); }

/* ---- Starting and ending ---- */

/* getenv itself may be wrapped. */
static const char *variable(const char *name) {
    size_t n = strlen(name);
    for (char **entry = environ; entry && *entry; entry++) {
        if (strncmp(*entry, name, n) == 0 && (*entry)[n] == '=') return *entry + n + 1;
    }
    return NULL;
}

static void open_trace(const char *path) {
    struct stat status;
    trace_fd = openat(AT_FDCWD, path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (trace_fd < 0 || fstat(trace_fd, &status) != 0) {
        static const char message[] = "incise replay: cannot open the trace\n";
        if (write(2, message, sizeof message - 1) < 0) _exit(BAD_INPUTS);
        _exit(BAD_INPUTS);
    }
    off_t last = status.st_size ? (status.st_size - 1) / CHUNK * CHUNK : 0;
    if (!open_window(last)) return;
    window_used = (size_t)(status.st_size - last);
    while (window_used > 0 && window[window_used - 1] == 0) window_used--; /* padding of a run that crashed */
}

static void open_inputs(const char *path) {
    struct stat status;
    int fd = openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &status) != 0) bad_inputs();
    if (status.st_size > 0) {
        void *mapped = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (mapped == MAP_FAILED) bad_inputs();
        inputs = mapped;
        inputs_end = inputs + status.st_size;
    }
    close(fd);
}

static void record_end(int status, void *unused) {
    struct line line = {.length = 0};
    (void)unused;
    add_word(&line, "end");
    add_number(&line, status);
    lock(&busy);
    record(&line);
    unlock(&busy);
}

/* Callers hold the lock. Whoever comes first, marker or constructor, starts. */
static void start(void) {
    static bool started;
    if (started) return;
    started = true;
    const char *trace_path = variable("INCISE_REPLAY_TRACE");
    const char *inputs_path = variable("INCISE_REPLAY_INPUTS");
    if (trace_path) {
        open_trace(trace_path);
        setvbuf(stdout, NULL, _IONBF, 0);
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    }
    if (inputs_path) open_inputs(inputs_path);
    on_exit(record_end, NULL);
}

__attribute__((constructor(101))) static void start_early(void) {
    lock(&busy);
    start();
    unlock(&busy);
}

/* After every other destructor. */
__attribute__((destructor(101))) static void close_trace(void) {
    lock(&busy);
    if (trace_fd >= 0) {
        off_t length = window_start + (off_t)window_used;
        munmap(window, CHUNK);
        /* Only padding is cut; if that fails it stays, which readers expect. */
        if (ftruncate(trace_fd, length) == 0) close(trace_fd);
        trace_fd = -1;
    }
    unlock(&busy);
}

/* ---- Called by the instrumented program ---- */

void __incise_branch(int function, int block, int taken) { record_event('b', function, block, taken); }

void __incise_switch(int function, int block, long value) { record_event('s', function, block, value); }

/* ---- Called by function.c ---- */

void __incise_note(const char *word, int number, const void *bytes, size_t size) {
    static const char digits[] = "0123456789abcdef";
    struct line line = {.length = 0};
    add_word(&line, word);
    add_number(&line, number);
    line.text[line.length++] = ' ';
    lock(&busy);
    start();
    put_bytes(line.text, line.length);
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = ((const unsigned char *)bytes)[i];
        put_bytes((char[]){digits[byte >> 4], digits[byte & 15]}, 2);
    }
    put_bytes("\n", 1);
    unlock(&busy);
}

/* ---- Called by the stubs of functions without a body ---- */

enum { MAX_SHAPE = 1 << 16 };
static const uint32_t NO_MEMORY = UINT32_MAX, WRITTEN = UINT32_C(1) << 31;

static void put_hex(const unsigned char *bytes, const unsigned char *known, size_t size) {
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        if (known && !known[i]) put_bytes("??", 2);
        else put_bytes((char[]){digits[bytes[i] >> 4], digits[bytes[i] & 15]}, 2);
    }
}

/* The arguments and result of a call. */
struct call {
    const char *name;
    int n_args;
    void *const *args;
    const size_t *sizes;
    void *result;
    size_t size;
};

/* Answers a call, and notes it if others see it. The next line of the inputs says what is looked at: for each argument four bytes (how many bytes behind it,
 * the highest bit: they are answered too; all ones: it is no pointer), then for each of those bytes whether it is known. The lines
 * after that are the result, if there is one, and the bytes that are answered. */
static void answer_call(struct call call, bool is_seen) {
    static unsigned char shape[MAX_SHAPE];
    const char *name = call.name;
    char begin[256];
    size_t n_name = strlen(name) < sizeof begin - 2 ? strlen(name) : sizeof begin - 2;
    memcpy(begin, name, n_name);
    begin[n_name] = '#';
    begin[n_name + 1] = 0;
    size_t n_shape = take_line(name, shape, sizeof shape, false, begin), at = 0;
    struct { void *memory; size_t size; } answered[64];
    size_t n_answered = 0;
    lock(&busy);
    if (is_seen) put_bytes("call ", 5);
    if (is_seen) put_bytes(name, strlen(name));
    for (int i = 0; is_seen && i < call.n_args && at + 4 <= n_shape; i++) {
        uint32_t behind;
        memcpy(&behind, shape + at, 4);
        at += 4;
        put_bytes(" ", 1);
        if (behind == NO_MEMORY) {
            put_hex(call.args[i], NULL, call.sizes[i]);
            continue;
        }
        void *memory;
        memcpy(&memory, call.args[i], sizeof memory);
        size_t n_bytes = behind & ~WRITTEN;
        if (at + n_bytes > n_shape) break;
        put_bytes("*", 1);
        put_hex(memory, shape + at, n_bytes);
        at += n_bytes;
        if ((behind & WRITTEN) && n_answered < sizeof answered / sizeof answered[0]) {
            answered[n_answered].memory = memory;
            answered[n_answered++].size = n_bytes;
        }
    }
    if (is_seen) put_bytes("\n", 1);
    unlock(&busy);
    if (call.size) take_line(name, call.result, call.size, true, begin);
    for (size_t i = 0; i < n_answered; i++) take_line(name, answered[i].memory, answered[i].size, true, begin);
}

void __incise_event(const char *name, int n_args, void *const *args, const size_t *sizes, void *result, size_t size) {
    answer_call((struct call){name, n_args, args, sizes, result, size}, true);
}

/* The same for a function that promises to change nothing: nobody sees its calls, and one without a result needs no answer. */
void __incise_answer(const char *name, int n_args, void *const *args, const size_t *sizes, void *result, size_t size) {
    if (size) answer_call((struct call){name, n_args, args, sizes, result, size}, false);
}

_Noreturn void __incise_no_return(void) { _exit(0); }

/* ---- Volatile accesses, and accesses of fixed addresses ---- */

/* Generated for each program: objects that somebody outside can change. */
__attribute__((weak)) void __incise_each_outside(void (*each)(const char *name, void *object, size_t size, int writable));
/* In function.c. */
__attribute__((weak)) int __incise_object_of(const void *address, size_t *offset);

/* What an address is called. */
static struct {
    const char *address;
    const char *name;
    size_t offset;
    bool writable;
} sought;

static void look_at(const char *name, void *object, size_t size, int writable) {
    const char *start = object;
    if (sought.name || sought.address < start || sought.address >= start + size) return;
    sought.name = name;
    sought.offset = (size_t)(sought.address - start);
    sought.writable = writable;
}

static bool is_mapped(const volatile void *address) {
    uintptr_t page = (uintptr_t)address & ~(uintptr_t)4095;
    return msync((void *)page, 1, MS_ASYNC) == 0;
}

/* The name of a place outside, and whether there is memory that it is kept in; false for the program's own memory. */
static bool place_of(const volatile void *address, bool is_fixed, char *text, size_t room, bool *kept) {
    *kept = false;
    int number = 0;
    size_t offset = 0;
    if (!is_fixed) {
        sought.address = (const char *)address;
        sought.name = NULL;
        if (__incise_each_outside) __incise_each_outside(look_at);
        char own[24];
        if (sought.name) {
            *kept = sought.writable;
            offset = sought.offset;
        } else if (__incise_object_of && (number = __incise_object_of((const void *)address, &offset))) {
            snprintf(own, sizeof own, "*%d", number);
            *kept = true;
        } else if ((uintptr_t)address < 4096 || is_mapped(address)) {
            return false;
        }
        const char *name = sought.name ? sought.name : own;
        if (*kept || sought.name) {
            if (offset) snprintf(text, room, "%s+%zu", name, offset);
            else snprintf(text, room, "%s", name);
            return true;
        }
    }
    snprintf(text, room, "%#lx", (unsigned long)(uintptr_t)address);
    return true;
}

/* Notes an access and answers it, if it is one of memory outside. The next line of the inputs is the name of the place; after that
 * of a read comes the answer. */
static bool outside_access(volatile void *address, bool is_fixed, bool reads, void *value, size_t size) {
    char place[256], expected[256];
    bool kept;
    if (!place_of(address, is_fixed, place, sizeof place, &kept)) return false;
    size_t n = take_line(place, expected, sizeof expected, false, "");
    if (n && (n != strlen(place) || memcmp(place, expected, n) != 0)) {
        struct line complaint = {.length = 0};
        add_word(&complaint, "mismatch");
        add_word(&complaint, place);
        add_number(&complaint, (long)strlen(place));
        add_number(&complaint, (long)n);
        lock(&busy);
        stop(&complaint, SIZE_MISMATCH);
    }
    lock(&busy);
    put_bytes("call ", 5);
    put_bytes(place, strlen(place));
    put_bytes(reads ? " read" : " write", reads ? 5 : 6);
    put_bytes((char[]){(char)('0' + size)}, 1);
    if (!reads) {
        put_bytes(" ", 1);
        put_hex(value, NULL, size);
    }
    put_bytes("\n", 1);
    unlock(&busy);
    if (reads) take_line(place, value, size, true, "");
    if (kept) memcpy((void *)address, value, size);
    return true;
}

#define OUTSIDE(kind, is_fixed, name, type) \
    type __incise_##kind##_read_##name(volatile type *address) { \
        type value; \
        return outside_access(address, is_fixed, true, &value, sizeof value) ? value : *address; \
    } \
    void __incise_##kind##_write_##name(volatile type *address, type value) { \
        if (!outside_access(address, is_fixed, false, &value, sizeof value)) *address = value; \
    }

OUTSIDE(volatile, false, bool, uint8_t)
OUTSIDE(volatile, false, 8, uint8_t)
OUTSIDE(volatile, false, 16, uint16_t)
OUTSIDE(volatile, false, 32, uint32_t)
OUTSIDE(volatile, false, 64, uint64_t)
OUTSIDE(fixed, true, bool, uint8_t)
OUTSIDE(fixed, true, 8, uint8_t)
OUTSIDE(fixed, true, 16, uint16_t)
OUTSIDE(fixed, true, 32, uint32_t)
OUTSIDE(fixed, true, 64, uint64_t)

/* ---- Markers ---- */

#define MARKER __attribute__((weak))

static void assume(bool condition) {
    if (condition) return;
    struct line line = {.length = 0};
    add_word(&line, "assume-failed");
    lock(&busy);
    start();
    stop(&line, ASSUME_FAILED);
}

_Noreturn static void fail(const char *what) {
    record_word(what);
    abort();
}

MARKER void incise_make_symbolic(void *addr, size_t size, const char *name) { take_input(name, addr, size); }
MARKER void incise_assume(int cond) { assume(cond != 0); }
MARKER void incise_assert(int cond) {
    if (!cond) fail("assert-failed");
}

#define INCISE_SCALAR(suffix, type) \
    MARKER type incise_##suffix(const char *name) { \
        type value; \
        take_input(name, &value, sizeof value); \
        return value; \
    }

INCISE_SCALAR(char, char)
INCISE_SCALAR(schar, signed char)
INCISE_SCALAR(uchar, unsigned char)
INCISE_SCALAR(short, short)
INCISE_SCALAR(ushort, unsigned short)
INCISE_SCALAR(int, int)
INCISE_SCALAR(uint, unsigned)
INCISE_SCALAR(long, long)
INCISE_SCALAR(ulong, unsigned long)
INCISE_SCALAR(longlong, long long)
INCISE_SCALAR(ulonglong, unsigned long long)
INCISE_SCALAR(int8, int8_t)
INCISE_SCALAR(uint8, uint8_t)
INCISE_SCALAR(int16, int16_t)
INCISE_SCALAR(uint16, uint16_t)
INCISE_SCALAR(int32, int32_t)
INCISE_SCALAR(uint32, uint32_t)
INCISE_SCALAR(int64, int64_t)
INCISE_SCALAR(uint64, uint64_t)
INCISE_SCALAR(size, size_t)
INCISE_SCALAR(float, float)
INCISE_SCALAR(double, double)

/* A byte other than 0 and 1 must never become a bool. */
static bool take_bool(const char *name) {
    unsigned char byte;
    take_input(name, &byte, sizeof byte);
    return byte != 0;
}

MARKER bool incise_bool(const char *name) { return take_bool(name); }

MARKER void klee_make_symbolic(void *addr, size_t nbytes, const char *name) { take_input(name, addr, nbytes); }
MARKER void klee_assume(uintptr_t condition) { assume(condition != 0); }
MARKER int klee_int(const char *name) { return incise_int(name); }
MARKER int klee_range(int begin, int end, const char *name) {
    int value = incise_int(name);
    assume(value >= begin && value < end);
    return value;
}
_Noreturn MARKER void klee_silent_exit(int status) { exit(status); }
_Noreturn MARKER void klee_abort(void) { fail("error"); }
_Noreturn MARKER void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
    (void)file, (void)line, (void)message, (void)suffix;
    fail("error");
}
MARKER void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
MARKER void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
MARKER unsigned klee_is_symbolic(uintptr_t n) { return (void)n, 0; }
MARKER float klee_get_valuef(float expr) { return expr; }
MARKER double klee_get_valued(double expr) { return expr; }
MARKER long klee_get_valuel(long expr) { return expr; }
MARKER long long klee_get_valuell(long long expr) { return expr; }
MARKER int32_t klee_get_value_i32(int32_t expr) { return expr; }
MARKER int64_t klee_get_value_i64(int64_t expr) { return expr; }
MARKER void klee_mark_global(void *object) { (void)object; }
MARKER void klee_open_merge(void) {}
MARKER void klee_close_merge(void) {}
MARKER void klee_set_forking(unsigned enable) { (void)enable; }
MARKER void klee_stack_trace(void) {}
MARKER void klee_warning(const char *message) { (void)message; }
MARKER void klee_warning_once(const char *message) { (void)message; }
MARKER void klee_print_expr(const char *message, ...) { (void)message; }
MARKER void klee_print_range(const char *name, int value) { (void)name, (void)value; }

/* SV-COMP's markers: rules of the competition, "Property and its Checks", and the names its benchmarks use. */
#define VERIFIER_SCALAR(suffix, type) \
    MARKER type __VERIFIER_nondet_##suffix(void) { \
        type value; \
        take_input("__VERIFIER_nondet_" #suffix, &value, sizeof value); \
        return value; \
    }

VERIFIER_SCALAR(char, char)
VERIFIER_SCALAR(schar, signed char)
VERIFIER_SCALAR(uchar, unsigned char)
VERIFIER_SCALAR(unsigned_char, unsigned char)
VERIFIER_SCALAR(short, short)
VERIFIER_SCALAR(ushort, unsigned short)
VERIFIER_SCALAR(int, int)
VERIFIER_SCALAR(uint, unsigned)
VERIFIER_SCALAR(unsigned, unsigned)
VERIFIER_SCALAR(unsigned_int, unsigned)
VERIFIER_SCALAR(long, long)
VERIFIER_SCALAR(ulong, unsigned long)
VERIFIER_SCALAR(longlong, long long)
VERIFIER_SCALAR(ulonglong, unsigned long long)
VERIFIER_SCALAR(S8, int8_t)
VERIFIER_SCALAR(S16, int16_t)
VERIFIER_SCALAR(S32, int32_t)
VERIFIER_SCALAR(S64, int64_t)
VERIFIER_SCALAR(u8, uint8_t)
VERIFIER_SCALAR(u16, uint16_t)
VERIFIER_SCALAR(u32, uint32_t)
VERIFIER_SCALAR(u64, uint64_t)
VERIFIER_SCALAR(U8, uint8_t)
VERIFIER_SCALAR(U16, uint16_t)
VERIFIER_SCALAR(U32, uint32_t)
VERIFIER_SCALAR(U64, uint64_t)
VERIFIER_SCALAR(int128, __int128)
VERIFIER_SCALAR(uint128, unsigned __int128)
VERIFIER_SCALAR(size_t, size_t)
VERIFIER_SCALAR(loff_t, int64_t)
VERIFIER_SCALAR(sector_t, unsigned long)
VERIFIER_SCALAR(float, float)
VERIFIER_SCALAR(double, double)
VERIFIER_SCALAR(pointer, void *)
VERIFIER_SCALAR(pchar, char *)
VERIFIER_SCALAR(charp, char *)

MARKER bool __VERIFIER_nondet_bool(void) { return take_bool("__VERIFIER_nondet_bool"); }
MARKER bool __VERIFIER_nondet__Bool(void) { return take_bool("__VERIFIER_nondet__Bool"); }
MARKER void __VERIFIER_nondet_memory(void *addr, size_t size) { take_input("__VERIFIER_nondet_memory", addr, size); }
MARKER void __VERIFIER_assume(int condition) { assume(condition != 0); }
MARKER void __VERIFIER_assert(int condition) {
    if (!condition) fail("assert-failed");
}
_Noreturn MARKER void __VERIFIER_error(void) { fail("error"); }
/* Not declared noreturn: SV-COMP's programs call abort() after it. */
MARKER void reach_error(void) { fail("reach-error"); }

static atomic_flag atomic_section = ATOMIC_FLAG_INIT;
MARKER void __VERIFIER_atomic_begin(void) { lock(&atomic_section); }
MARKER void __VERIFIER_atomic_end(void) { unlock(&atomic_section); }

/* ---- Library functions whose results are inputs (-Wl,--wrap=…) ---- */

#define WRAPPED(function, type, parameters) \
    type __wrap_##function parameters { \
        type value; \
        take_input(#function, &value, sizeof value); \
        return value; \
    }

WRAPPED(rand, int, (void))
WRAPPED(random, long, (void))
WRAPPED(lrand48, long, (void))
WRAPPED(clock, clock_t, (void))
WRAPPED(getpid, pid_t, (void))
WRAPPED(getppid, pid_t, (void))
WRAPPED(getuid, uid_t, (void))
WRAPPED(geteuid, uid_t, (void))
WRAPPED(getgid, gid_t, (void))
WRAPPED(getegid, gid_t, (void))

int __wrap_rand_r(unsigned *seed) {
    int value;
    (void)seed;
    take_input("rand_r", &value, sizeof value);
    return value;
}

time_t __wrap_time(time_t *also) {
    time_t now;
    take_input("time", &now, sizeof now);
    if (also) *also = now;
    return now;
}

int __wrap_gettimeofday(struct timeval *now, void *zone) {
    (void)zone;
    take_input("gettimeofday", now, sizeof *now);
    return 0;
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *now) {
    (void)clock;
    take_input("clock_gettime", now, sizeof *now);
    return 0;
}

static char *environment_value(void) {
    if (!take_bool("getenv")) return NULL;
    /* A mapping, so that the program's heap stays as it was. */
    char *value = mmap(NULL, GETENV_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (value == MAP_FAILED) return NULL;
    take_input("getenv", value, GETENV_SIZE);
    value[GETENV_SIZE - 1] = 0;
    return value;
}

char *__wrap_getenv(const char *name) { return (void)name, environment_value(); }
char *__wrap_secure_getenv(const char *name) { return (void)name, environment_value(); }

/* ---- Requests for memory (-Wl,--wrap=…); what is not wrapped has no real one. ---- */

#define REAL(result, function, parameters) extern result __real_##function parameters __attribute__((weak));
REAL(void *, malloc, (size_t))
REAL(void *, calloc, (size_t, size_t))
REAL(void *, realloc, (void *, size_t))
REAL(void *, reallocarray, (void *, size_t, size_t))
REAL(void *, aligned_alloc, (size_t, size_t))
REAL(void *, memalign, (size_t, size_t))
REAL(int, posix_memalign, (void **, size_t, size_t))
REAL(char *, strdup, (const char *))
REAL(char *, strndup, (const char *, size_t))
REAL(wchar_t *, wcsdup, (const wchar_t *))
REAL(int, vasprintf, (char **, const char *, va_list))

static bool is_granted(void) {
    static const char name[] = "allocation()";
    if (!is_next(name) || take_bool(name)) return true;
    errno = ENOMEM;
    return false;
}

/* Zeroed memory for the harness itself. */
void *__incise_memory(size_t size) {
    size_t n = size ? size : 1;
    return __real_calloc ? __real_calloc(1, n) : calloc(1, n);
}

void *__wrap_malloc(size_t size) { return is_granted() ? __real_malloc(size) : NULL; }
void *__wrap_calloc(size_t n, size_t size) { return is_granted() ? __real_calloc(n, size) : NULL; }
/* A block that is given back asks for nothing. */
void *__wrap_realloc(void *block, size_t size) {
    return (block && size == 0) || is_granted() ? __real_realloc(block, size) : NULL;
}
void *__wrap_reallocarray(void *block, size_t n, size_t size) {
    return (block && (n == 0 || size == 0)) || is_granted() ? __real_reallocarray(block, n, size) : NULL;
}
void *__wrap_aligned_alloc(size_t align, size_t size) { return is_granted() ? __real_aligned_alloc(align, size) : NULL; }
void *__wrap_memalign(size_t align, size_t size) { return is_granted() ? __real_memalign(align, size) : NULL; }
int __wrap_posix_memalign(void **to, size_t align, size_t size) {
    int before = errno; /* The error is the result. */
    if (is_granted()) return __real_posix_memalign(to, align, size);
    errno = before;
    return ENOMEM;
}
char *__wrap_strdup(const char *text) { return is_granted() ? __real_strdup(text) : NULL; }
char *__wrap_strndup(const char *text, size_t limit) { return is_granted() ? __real_strndup(text, limit) : NULL; }
wchar_t *__wrap_wcsdup(const wchar_t *text) { return is_granted() ? __real_wcsdup(text) : NULL; }
int __wrap_vasprintf(char **to, const char *format, va_list arguments) {
    int (*real)(char **, const char *, va_list) = __real_vasprintf ? __real_vasprintf : vasprintf;
    return is_granted() ? real(to, format, arguments) : -1;
}
int __wrap_asprintf(char **to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int n = __wrap_vasprintf(to, format, arguments);
    va_end(arguments);
    return n;
}

/* ---- Files (-Wl,--wrap=…); what is not wrapped has no real one. ---- */

enum { PLACE_BYTES = 100 };

/* Where the file of a name is: names that lead out of the folder of the run, or deeper, are those of files in it. */
static const char *file_of(const char *name, char room[static 2 * PLACE_BYTES + 8]) {
    static const char digits[] = "0123456789abcdef";
    if (!name || !*name) return name;
    bool is_plain = strlen(name) <= PLACE_BYTES && !strchr(name, '/') && strcmp(name, ".") && strcmp(name, "..");
    if (is_plain) return name;
    char *at = stpcpy(room, "file-");
    for (size_t i = 0; i < PLACE_BYTES && name[i]; i++) {
        *at++ = digits[(unsigned char)name[i] >> 4];
        *at++ = digits[(unsigned char)name[i] & 15];
    }
    *at = 0;
    return room;
}

extern FILE *__real_fopen(const char *name, const char *mode) __attribute__((weak));
extern FILE *__real_fopen64(const char *name, const char *mode) __attribute__((weak));
extern FILE *__real_freopen(const char *name, const char *mode, FILE *stream) __attribute__((weak));
extern FILE *__real_fdopen(int fd, const char *mode) __attribute__((weak));
extern int __real_open(const char *name, int flags, ...) __attribute__((weak));
extern int __real_open64(const char *name, int flags, ...) __attribute__((weak));

#define FILE_OF(name) file_of(name, (char[2 * PLACE_BYTES + 8]){0})

FILE *__wrap_fopen(const char *name, const char *mode) { return __real_fopen(FILE_OF(name), mode); }
FILE *__wrap_fopen64(const char *name, const char *mode) { return __real_fopen64(FILE_OF(name), mode); }
FILE *__wrap_freopen(const char *name, const char *mode, FILE *stream) {
    return __real_freopen(FILE_OF(name), mode, stream);
}
FILE *__wrap_fdopen(int fd, const char *mode) { return __real_fdopen(fd, mode); }

#define WRAPPED_OPEN(function) \
    int __wrap_##function(const char *name, int flags, ...) { \
        va_list arguments; \
        va_start(arguments, flags); \
        unsigned mode = flags & O_CREAT ? va_arg(arguments, unsigned) : 0; \
        va_end(arguments); \
        return __real_##function(FILE_OF(name), flags, mode); \
    }

WRAPPED_OPEN(open)
WRAPPED_OPEN(open64)
