/* Counts the paths of a function by running it natively on every combination of values from given ranges: the
 * different sequences of control-flow edges, completed and failed. The function is compiled with
 * -fsanitize-coverage=trace-pc-guard, which calls us at each edge; this file is not.
 *
 * -DDECLARATION='void f(int, int)' -DCALL='f(v[0], v[1])'; arguments LOW:HIGH, one for each v, to which the least and
 * the greatest int are added. Prints `COMPLETED FAILED`.
 */
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

DECLARATION;

enum { MAX_ARGUMENTS = 8, MAX_PATHS = 4096 };

static uint64_t trace;
static sigjmp_buf failed_here;
static uint64_t completed[MAX_PATHS], failed[MAX_PATHS];
static int n_completed, n_failed;
static int v[MAX_ARGUMENTS], low[MAX_ARGUMENTS], high[MAX_ARGUMENTS];
static int n_arguments;

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop)
{
    uint32_t edge = 0;
    for (uint32_t *guard = start; guard < stop; guard++)
        *guard = ++edge;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
    trace = (trace ^ *guard) * 0x100000001b3u;
}

static void on_signal(int signal)
{
    trace = (trace ^ (uint64_t)signal << 32) * 0x100000001b3u;
    siglongjmp(failed_here, 1);
}

/* What a failed assert calls. */
void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
{
    (void)assertion, (void)file, (void)line, (void)function;
    siglongjmp(failed_here, 1);
}

/* The malloc of the functions under test: nothing for nothing, as C allows, so that a use of it is seen. */
void *allocate(size_t size)
{
    static char space[4096];
    return size == 0 ? NULL : size <= sizeof space ? space : NULL;
}

static void note(uint64_t *known, int *n)
{
    for (int i = 0; i < *n; i++)
        if (known[i] == trace)
            return;
    if (*n == MAX_PATHS)
        exit(2);
    known[(*n)++] = trace;
}

static void run_all(int argument)
{
    if (argument < n_arguments) {
        for (int value = low[argument]; value <= high[argument]; value++) {
            v[argument] = value;
            run_all(argument + 1);
        }
        v[argument] = INT_MIN;
        run_all(argument + 1);
        v[argument] = INT_MAX;
        run_all(argument + 1);
        return;
    }
    trace = 0xcbf29ce484222325u;
    if (sigsetjmp(failed_here, 0) == 0) {
        (void)CALL;
        note(completed, &n_completed);
    } else {
        note(failed, &n_failed);
    }
}

int main(int argc, char **argv)
{
    for (n_arguments = 0; n_arguments + 1 < argc && n_arguments < MAX_ARGUMENTS; n_arguments++)
        if (sscanf(argv[n_arguments + 1], "%d:%d", &low[n_arguments], &high[n_arguments]) != 2)
            return 2;
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_NODEFER};
    sigaction(SIGFPE, &action, NULL);
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGILL, &action, NULL);
    run_all(0);
    printf("%d %d\n", n_completed, n_failed);
    return 0;
}
