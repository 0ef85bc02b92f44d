/* Counts the paths of a program with KLEE's markers by running it natively on every combination of values of its
 * symbolic bytes: the different sequences of control-flow edges, completed and failed.
 *
 * The program is compiled with -Dmain=program, with -fsanitize-coverage=trace-pc-guard, which calls us at each edge, and
 * with malloc and free named guarded and unguarded. Arguments LOW:HIGH, one for each symbolic byte in the order in which
 * the program asks for them. Prints `COMPLETED FAILED`. clang makes no edges of `c ? 1 : 2`, which incise takes for the
 * branch that it is in the source: write `if` where paths are to be compared.
 */
#include <klee/klee.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { MAX_BYTES = 64, TABLE = 1 << 20 };

struct set {
    uint64_t traces[TABLE];
    int n;
};

int program(void);

static uint64_t trace;
static sigjmp_buf ended;
enum { RUNNING, FAILED, ASSUMED_AWAY };
static struct set completed, failed;
static unsigned char byte[MAX_BYTES], low[MAX_BYTES], high[MAX_BYTES];
static int n_bytes, n_asked;

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop)
{
    uint32_t edge = 0;
    for (uint32_t *guard = start; guard < stop; guard++)
        *guard = ++edge;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
    trace = (trace ^ *guard) * 0x100000001b3u;
    trace ^= trace >> 31;
}

void klee_make_symbolic(void *addr, size_t nbytes, const char *name)
{
    (void)name;
    for (size_t i = 0; i < nbytes; i++) {
        if (n_asked == n_bytes) {
            fprintf(stderr, "a range for each symbolic byte is needed\n");
            exit(2);
        }
        ((unsigned char *)addr)[i] = byte[n_asked++];
    }
}

void klee_assume(uintptr_t condition)
{
    if (!condition)
        siglongjmp(ended, ASSUMED_AWAY);
}

void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
{
    (void)assertion, (void)file, (void)line, (void)function;
    siglongjmp(ended, FAILED);
}

/* Memory that ends where a page that cannot be touched begins; one object at a time. */
enum { PAGE = 4096 };
static char *guarded_page;

void *guarded(size_t size)
{
    if (size > PAGE)
        exit(2);
    return guarded_page + PAGE - size;
}

void unguarded(void *object)
{
    (void)object;
}

static void on_signal(int signal)
{
    (void)signal;
    siglongjmp(ended, FAILED);
}

static void note(struct set *set)
{
    size_t at = trace % TABLE;
    while (set->traces[at] != 0 && set->traces[at] != trace)
        at = (at + 1) % TABLE;
    if (set->traces[at] == trace)
        return;
    if (set->n == TABLE / 2)
        exit(2);
    set->traces[at] = trace;
    set->n++;
}

/* The next combination; 0 after the last. */
static int advance(void)
{
    for (int i = 0; i < n_bytes; i++) {
        if (byte[i] < high[i]) {
            byte[i]++;
            return 1;
        }
        byte[i] = low[i];
    }
    return 0;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc && n_bytes < MAX_BYTES; i++, n_bytes++) {
        if (sscanf(argv[i], "%hhu:%hhu", &low[n_bytes], &high[n_bytes]) != 2)
            return 2;
        byte[n_bytes] = low[n_bytes];
    }
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_NODEFER};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGFPE, &action, NULL);
    guarded_page = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (guarded_page == MAP_FAILED || mprotect(guarded_page + PAGE, PAGE, PROT_NONE) != 0)
        return 2;
    do {
        trace = 0xcbf29ce484222325u;
        n_asked = 0;
        switch (sigsetjmp(ended, 0)) {
        case RUNNING:
            program();
            note(&completed);
            break;
        case FAILED:
            note(&failed);
        }
    } while (advance());
    printf("%d %d\n", completed.n, failed.n);
    return 0;
}
