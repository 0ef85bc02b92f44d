/* Runs the two versions of a pair on the same inputs and compares what is seen of them.
 *
 *     pair sample TRIALS SEED INTEGERS REALS   random and boundary inputs; INTEGERS and REALS are the literals of the
 *                                              two sources ("1,2,3"), which are taken as boundaries too
 *     pair exhaust LIMIT                       every input; an error if there are more than LIMIT
 *     pair sequences CALLS SEED INTEGERS REALS sequences of random calls, each in a fresh process, CALLS in all; both versions
 *                                              make the same calls side by side, and what is seen is compared after each
 *     pair show old|new NAME=VALUE ...         one version on one input, what is seen of it is printed; an input that is
 *                                              not named is 0
 *
 * Seen are: how the run ended, what it printed and, if it returned, what the harness observes. Every NaN counts as the
 * same value: which NaN an operation gives is not determined by C. Ends with 0 if all runs agree, with 1 and the input if
 * one does not, with 2 if the question could not be asked.
 */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void old_run(void);
void new_run(void);

enum { SEEN_MAX = 1 << 14, INPUTS_MAX = 512, OBJECTS_MAX = 32, LITERALS_MAX = 256 };

static struct seen {
    const char *end;
    int code;
    size_t n_values, n_printed;
    unsigned char values[SEEN_MAX];
    char printed[SEEN_MAX];
} seen_old, seen_new, *seen;

static struct { const char *name; size_t position; size_t size; char kind; } observed[INPUTS_MAX];
static size_t n_observed;
static jmp_buf out_of_run;
static void *objects[OBJECTS_MAX];
static size_t n_objects;
static unsigned n_marked;

static void give_up(const char *why)
{
    fprintf(stderr, "%s\n", why);
    _Exit(2);
}

/* Where inputs come from. */

static enum { SAMPLE, EXHAUST, SHOW } mode;
static uint64_t random_state, last_integer;
static long long integers[LITERALS_MAX];
static double reals[LITERALS_MAX];
static size_t n_integers, n_reals;
static struct { uint64_t at, radix; } digits[INPUTS_MAX];
static size_t n_digits, next_digit;
static char **named;
static int n_named;

static uint64_t draw(void)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static uint64_t below(uint64_t bound) { return bound == 0 ? draw() : draw() % bound; }

/* What one sequence of calls is like: how often each call is made, and whether its integers are small. */
static unsigned weights[64], is_small;

static uint64_t draw_integer(size_t size)
{
    if (is_small && draw() % 16)
        return draw() % 9 - (draw() % 8 == 0);
    unsigned bits = (unsigned)size * 8;
    switch (draw() % 8) {
    case 0: return (uint64_t)1 << draw() % bits;
    case 1: return ((uint64_t)1 << draw() % bits) - 1 + draw() % 3;
    case 2: return -((uint64_t)1 << draw() % bits) - 1 + draw() % 3;
    case 3: return draw() % 33 - 16;
    case 4: return n_integers == 0 ? 0 : (uint64_t)integers[draw() % n_integers] * (draw() % 4 ? 1 : -1) - 1 + draw() % 3;
    case 5: return last_integer + draw() % 3 - 1;
    case 6: return draw() >> draw() % 64;
    default: return draw();
    }
}

static double draw_real(int is_float)
{
    static const double special[] = {0.0, -0.0, 1.0, -1.0, 0.5, 2.0, INFINITY, -INFINITY, NAN, 5e-324, -5e-324,
                                     1.7976931348623157e308, 2.2250738585072014e-308, 3.4028234663852886e38,
                                     1.1754943508222875e-38, 1.401298464324817e-45, 9007199254740992.0, 16777216.0};
    uint64_t bits = draw();
    uint32_t low = (uint32_t)bits;
    double wide;
    float narrow;
    switch (draw() % 6) {
    case 0: return special[draw() % (sizeof special / sizeof special[0])];
    case 1: return (double)(int)(draw() % 65) - 32.0;
    case 2: return ((double)(int)(draw() % 20001) - 10000.0) / 8.0;
    case 3: return n_reals == 0 ? 0.0 : reals[draw() % n_reals] * (draw() % 2 ? 1.0 : -1.0);
    case 4: return ((double)(bits >> 11) * 0x1p-53 - 0.5) * 0x1p8;
    default:
        memcpy(&wide, &bits, sizeof wide);
        memcpy(&narrow, &low, sizeof narrow);
        return is_float ? narrow : wide;
    }
}

static void store(void *at, size_t size, char kind, uint64_t bits, double real)
{
    float narrow = (float)real;
    if (kind == 'd')
        memcpy(at, &real, size);
    else if (kind == 'f')
        memcpy(at, &narrow, size);
    else
        memcpy(at, &bits, size);
}

static const char *value_of(const char *name)
{
    size_t length = strlen(name);
    for (int i = 0; i < n_named; i++)
        if (strncmp(named[i], name, length) == 0 && named[i][length] == '=')
            return named[i] + length + 1;
    return NULL;
}

static void take_named(const char *name, void *at, size_t size, char kind)
{
    const char *text = value_of(name);
    int is_real = kind == 'd' || kind == 'f';
    double real = text && is_real ? strtod(text, NULL) : 0.0;
    uint64_t bits = !text || is_real ? 0 : *text == '-' ? (uint64_t)strtoll(text, NULL, 0) : strtoull(text, NULL, 0);
    store(at, size, kind, bits, real);
}

static uint64_t next_of(uint64_t radix)
{
    if (next_digit == INPUTS_MAX)
        give_up("too many inputs");
    if (next_digit == n_digits) {
        digits[n_digits].at = 0;
        n_digits++;
    }
    digits[next_digit].radix = radix;
    return digits[next_digit++].at;
}

void pair_input_in(const char *name, void *at, size_t size, char kind, long long low, long long high)
{
    uint64_t bits, span = (uint64_t)high - (uint64_t)low + 1;
    if (mode == SHOW) {
        take_named(name, at, size, kind);
        return;
    }
    if (mode == EXHAUST)
        bits = (uint64_t)low + next_of(span);
    else
        bits = draw() % 16 == 0 ? (uint64_t)(draw() % 2 ? high : low) : (uint64_t)low + below(span);
    last_integer = bits;
    store(at, size, kind, bits, (double)(long long)bits);
}

void pair_input(const char *name, void *at, size_t size, char kind)
{
    if (mode == SHOW) {
        take_named(name, at, size, kind);
    } else if (kind == 'b') {
        pair_input_in(name, at, size, kind, 0, 1);
    } else if (mode == EXHAUST) {
        if (kind == 'd' || size > 4)
            give_up("too many inputs to try them all");
        uint64_t bits = next_of((uint64_t)1 << 8 * size);
        memcpy(at, &bits, size);
    } else if (kind == 'd' || kind == 'f') {
        store(at, size, kind, 0, draw_real(kind == 'f'));
    } else {
        uint64_t bits = draw_integer(size);
        last_integer = bits;
        store(at, size, kind, bits, 0.0);
    }
}

static void element_name(char *into, size_t size, const char *name, size_t idx)
{
    snprintf(into, size, "%s[%zu]", name, idx);
}

void pair_input_array(const char *name, void *at, size_t size, size_t count, char kind)
{
    char element[80] = "";
    for (size_t i = 0; i < count; i++) {
        if (mode == SHOW)
            element_name(element, sizeof element, name, i);
        pair_input(element, (char *)at + i * size, size, kind);
    }
}

void pair_input_array_in(const char *name, void *at, size_t size, size_t count, char kind, long long low,
                         long long high)
{
    char element[80] = "";
    for (size_t i = 0; i < count; i++) {
        if (mode == SHOW)
            element_name(element, sizeof element, name, i);
        pair_input_in(element, (char *)at + i * size, size, kind, low, high);
    }
}

void *pair_object(size_t size)
{
    if (n_objects == OBJECTS_MAX)
        give_up("too many objects");
    void *object = calloc(size, 1);
    if (object == NULL)
        give_up("no memory for an object");
    return objects[n_objects++] = object;
}

/* One of n calls. */
unsigned pair_choose(unsigned n)
{
    uint64_t sum = 0, at;
    if (mode == SHOW || n > sizeof weights / sizeof weights[0])
        give_up("no calls to choose from");
    for (unsigned i = 0; i < n; i++)
        sum += weights[i];
    at = below(sum);
    for (unsigned i = 0; i < n; i++) {
        if (at < weights[i])
            return i;
        at -= weights[i];
    }
    return 0;
}

/* A string of at most 15 of the given characters. */
char *pair_string(const char *name, const char *alphabet)
{
    char *text = pair_object(16);
    const char *given = mode == SHOW ? value_of(name) : NULL;
    size_t length = mode == SHOW ? 0 : draw() % (draw() % 4 ? 6 : 16), n = strlen(alphabet);
    if (given)
        snprintf(text, 16, "%s", given);
    for (size_t i = 0; i < length; i++)
        text[i] = alphabet[draw() % n];
    return text;
}

/* What the nth call of a function without body answers. */
void pair_answer(const char *function, unsigned nth, void *at, size_t size, char kind)
{
    char name[80];
    element_name(name, sizeof name, function, nth);
    pair_input(name, at, size, kind);
}

/* What is seen. */

void pair_observe(const char *name, const void *at, size_t size, char kind)
{
    double wide;
    float narrow;
    if (seen->n_values + size > SEEN_MAX || n_observed == INPUTS_MAX)
        give_up("too much to observe");
    observed[n_observed].name = name;
    observed[n_observed].position = seen->n_values;
    observed[n_observed].size = size;
    observed[n_observed++].kind = kind;
    memcpy(&seen->values[seen->n_values], at, size);
    if (kind == 'd') {
        memcpy(&wide, at, sizeof wide);
        if (wide != wide)
            memset(&seen->values[seen->n_values], 0xff, size);
    } else if (kind == 'f') {
        memcpy(&narrow, at, sizeof narrow);
        if (narrow != narrow)
            memset(&seen->values[seen->n_values], 0xff, size);
    }
    seen->n_values += size;
}

void pair_observe_array(const char *name, const void *at, size_t size, size_t count, char kind)
{
    for (size_t i = 0; i < count; i++)
        pair_observe(name, (const char *)at + i * size, size, kind);
}

void pair_observe_text(const char *name, const char *text)
{
    pair_observe_array(name, text ? text : "\1null", 1, text ? strlen(text) + 1 : 6, 'u');
}

static _Noreturn void end_run(const char *how, int code)
{
    seen->end = how;
    seen->code = code;
    longjmp(out_of_run, 1);
}

/* The calls of a version are redirected to these by name. */

static int print_list(const char *format, va_list arguments)
{
    size_t room = SEEN_MAX - seen->n_printed;
    int n = vsnprintf(seen->printed + seen->n_printed, room, format, arguments);
    if (n < 0 || (size_t)n >= room)
        give_up("too much is printed");
    seen->n_printed += (size_t)n;
    return n;
}

int pair_printf(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = print_list(format, arguments);
    va_end(arguments);
    return n;
}

int pair_puts(const char *text) { return pair_printf("%s\n", text); }
int pair_putchar(int c) { pair_printf("%c", c); return (unsigned char)c; }
_Noreturn void pair_exit(int code) { end_run("exit", code & 0xff); }
_Noreturn void pair_abort(void) { end_run("abort", 0); }
_Noreturn void pair_assert_fail(void) { end_run("failed assertion", 0); }
void reach_error(void) { end_run("reach_error", 0); }
void __VERIFIER_assume(int holds) { if (!holds) end_run("assumed away", 0); }
void klee_assume(uintptr_t holds) { if (!holds) end_run("assumed away", 0); }

#define NONDET(type, suffix, kind)                                                                                     \
    type __VERIFIER_nondet_##suffix(void)                                                                              \
    {                                                                                                                  \
        char name[32];                                                                                                 \
        type value;                                                                                                    \
        element_name(name, sizeof name, "nondet", n_marked++);                                                         \
        pair_input(name, &value, sizeof value, kind);                                                                  \
        return value;                                                                                                  \
    }
NONDET(int, int, 's')
NONDET(unsigned, uint, 'u')
NONDET(char, char, 's')
NONDET(unsigned char, uchar, 'u')
NONDET(short, short, 's')
NONDET(unsigned short, ushort, 'u')
NONDET(long, long, 's')
NONDET(unsigned long, ulong, 'u')
NONDET(_Bool, bool, 'b')
NONDET(float, float, 'f')
NONDET(double, double, 'd')

void klee_make_symbolic(void *at, size_t size, const char *name)
{
    if (size == 1 || size == 2 || size == 4 || size == 8)
        pair_input(name, at, size, 'u');
    else
        pair_input_array(name, at, 1, size, 'u');
}

/* Running. */

static void on_signal(int number)
{
    end_run(number == SIGFPE ? "division error" : number == SIGSEGV || number == SIGBUS ? "invalid address" : "trap", 0);
}

static void run(void (*version)(void), struct seen *into)
{
    seen = into;
    seen->end = "return";
    seen->code = 0;
    seen->n_values = seen->n_printed = 0;
    n_observed = n_objects = 0;
    n_marked = 0;
    next_digit = 0;
    last_integer = 0;
    if (setjmp(out_of_run) == 0)
        version();
    else
        seen->n_values = n_observed = 0;
    for (size_t i = 0; i < n_objects; i++)
        free(objects[i]);
}

static int agree(void)
{
    return strcmp(seen_old.end, seen_new.end) == 0 && seen_old.code == seen_new.code &&
           seen_old.n_values == seen_new.n_values && seen_old.n_printed == seen_new.n_printed &&
           memcmp(seen_old.values, seen_new.values, seen_old.n_values) == 0 &&
           memcmp(seen_old.printed, seen_new.printed, seen_old.n_printed) == 0;
}

static void print_seen(void)
{
    printf("%s", seen->end);
    if (strcmp(seen->end, "exit") == 0)
        printf(" %d", seen->code);
    for (size_t i = 0; i < n_observed; i++) {
        const unsigned char *at = &seen->values[observed[i].position];
        double wide;
        float narrow;
        uint64_t bits = 0;
        printf(" %s=", observed[i].name);
        if (observed[i].kind == 'd') {
            memcpy(&wide, at, sizeof wide);
            if (wide != wide)
                printf("nan");
            else
                printf("%.17g", wide);
        } else if (observed[i].kind == 'f') {
            memcpy(&narrow, at, sizeof narrow);
            if (narrow != narrow)
                printf("nan");
            else
                printf("%.9g", (double)narrow);
        } else {
            memcpy(&bits, at, observed[i].size);
            unsigned unused = 64 - 8 * (unsigned)observed[i].size;
            if (observed[i].kind == 's')
                printf("%lld", (long long)(bits << unused) >> unused);
            else
                printf("%llu", (unsigned long long)bits);
        }
    }
    if (seen->n_printed > 0)
        printf(" printed \"%.*s\"", (int)seen->n_printed, seen->printed);
    printf("\n");
}

/* A harness that sees nothing would agree with everything: what is seen must not be the same for all inputs. */
static int sees_something;
static uint64_t first_seen;

static void note_seen(unsigned long long trial)
{
    uint64_t hash = (uint64_t)seen->code * 31 + (unsigned char)seen->end[0];
    for (size_t i = 0; i < seen->n_values; i++)
        hash = hash * 1099511628211u + seen->values[i];
    for (size_t i = 0; i < seen->n_printed; i++)
        hash = hash * 1099511628211u + (unsigned char)seen->printed[i];
    if (trial == 0)
        first_seen = hash;
    else if (hash != first_seen)
        sees_something = 1;
}

static int finish(unsigned long long n)
{
    if (!sees_something)
        give_up("what is seen is the same for all inputs");
    printf("%llu\n", n);
    return 0;
}

static int report(unsigned long long trial)
{
    printf("disagree at input %llu\n", trial);
    n_observed = 0;
    seen = &seen_old;
    printf("old: %s %d, printed \"%.*s\", values", seen->end, seen->code, (int)seen->n_printed, seen->printed);
    for (size_t i = 0; i < seen->n_values; i++)
        printf(" %02x", seen->values[i]);
    seen = &seen_new;
    printf("\nnew: %s %d, printed \"%.*s\", values", seen->end, seen->code, (int)seen->n_printed, seen->printed);
    for (size_t i = 0; i < seen->n_values; i++)
        printf(" %02x", seen->values[i]);
    printf("\n");
    return 1;
}

/* One sequence: what it came to as an exit code. */
enum { SAME = 0, SAME_AND_SEEN = 3, DISAGREES = 1 };

static int sequence(unsigned long long length)
{
    for (unsigned long long i = 0; i < length; i++) {
        uint64_t start = random_state;
        run(old_run, &seen_old);
        note_seen(i);
        random_state = start;
        run(new_run, &seen_new);
        if (!agree())
            return report(i);
        if (strcmp(seen_new.end, "return") != 0)
            break;
        random_state = start + draw();
    }
    return sees_something ? SAME_AND_SEEN : SAME;
}

static int sequences(unsigned long long calls, uint64_t seed)
{
    unsigned long long done = 0;
    for (unsigned n = 0; done < calls; n++) {
        random_state = seed * 1000003 + n;
        unsigned long long length = n % 32 == 31 ? calls / 32 : n % 4 ? 20 + draw() % 180 : 1 + draw() % 2000;
        is_small = draw() % 3 == 0;
        for (size_t i = 0; i < sizeof weights / sizeof weights[0]; i++)
            weights[i] = 1u << draw() % 7;
        int status;
        fflush(stdout);
        pid_t child = fork();
        if (child < 0)
            give_up("no process for a sequence");
        if (child == 0) {
            int result = sequence(length);
            fflush(stdout);
            _Exit(result);
        }
        if (waitpid(child, &status, 0) != child || !WIFEXITED(status))
            give_up("a sequence did not end by itself");
        if (WEXITSTATUS(status) == SAME_AND_SEEN)
            sees_something = 1;
        else if (WEXITSTATUS(status) != SAME)
            return WEXITSTATUS(status);
        done += length;
    }
    return finish(done);
}

static int sample(unsigned long long trials, uint64_t seed)
{
    for (unsigned long long i = 0; i < trials; i++) {
        random_state = seed + i * 0xd1342543de82ef95u;
        run(old_run, &seen_old);
        random_state = seed + i * 0xd1342543de82ef95u;
        run(new_run, &seen_new);
        if (!agree())
            return report(i);
        if (!sees_something)
            note_seen(i);
    }
    return finish(trials);
}

static int exhaust(unsigned long long limit)
{
    unsigned long long n = 0;
    for (;;) {
        run(old_run, &seen_old);
        size_t used_by_old = next_digit;
        run(new_run, &seen_new);
        if (!agree())
            return report(n);
        if (!sees_something)
            note_seen(n);
        if (++n > limit)
            give_up("more inputs than the limit");
        n_digits = used_by_old > next_digit ? used_by_old : next_digit;
        while (n_digits > 0 && digits[n_digits - 1].at + 1 == digits[n_digits - 1].radix)
            n_digits--;
        if (n_digits == 0)
            return finish(n);
        digits[n_digits - 1].at++;
    }
}

static void read_literals(char *integer_list, char *real_list)
{
    for (char *text = strtok(integer_list, ","); text && n_integers < LITERALS_MAX; text = strtok(NULL, ","))
        integers[n_integers++] = (long long)strtoull(text, NULL, 0);
    for (char *text = strtok(real_list, ","); text && n_reals < LITERALS_MAX; text = strtok(NULL, ","))
        reals[n_reals++] = strtod(text, NULL);
}

int main(int argc, char **argv)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_NODEFER};
    int numbers[] = {SIGFPE, SIGSEGV, SIGBUS, SIGILL, SIGTRAP};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        sigaction(numbers[i], &action, NULL);
    if (argc == 6 && strcmp(argv[1], "sample") == 0) {
        mode = SAMPLE;
        read_literals(argv[4], argv[5]);
        return sample(strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
    }
    if (argc == 6 && strcmp(argv[1], "sequences") == 0) {
        mode = SAMPLE;
        read_literals(argv[4], argv[5]);
        return sequences(strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
    }
    if (argc == 3 && strcmp(argv[1], "exhaust") == 0) {
        mode = EXHAUST;
        return exhaust(strtoull(argv[2], NULL, 10));
    }
    if (argc >= 3 && strcmp(argv[1], "show") == 0) {
        mode = SHOW;
        named = argv + 3;
        n_named = argc - 3;
        run(strcmp(argv[2], "new") == 0 ? new_run : old_run, &seen_new);
        print_seen();
        return 0;
    }
    give_up("usage: sample TRIALS SEED INTEGERS REALS | sequences CALLS SEED INTEGERS REALS | exhaust LIMIT | show old|new NAME=VALUE ...");
}
