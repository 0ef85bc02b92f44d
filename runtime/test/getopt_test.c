/* getopt.c against glibc: results, variables, the order of argv and what is printed, for random command lines. */
#define _GNU_SOURCE
#include "check.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MODEL(getopt); MODEL(getopt_long); MODEL(getopt_long_only);
extern char *incise_optarg;
extern int incise_optind, incise_opterr, incise_optopt;

enum { MAX_ARGUMENTS = 6 };
static int flag;
static const struct option LONGS[] = {
    {"add", no_argument, NULL, 1000},        {"append", no_argument, NULL, 1001}, {"file", required_argument, NULL, 'f'},
    {"filter", required_argument, NULL, 'f'}, {"maybe", optional_argument, NULL, 'm'}, {"set", no_argument, &flag, 5},
    {"a", no_argument, NULL, 1002},          {NULL, 0, NULL, 0},
};
static const char *const LETTERS[] = {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c::", "+:ab:", "", "f:m::a"};
static const char *const WORDS[] = {"-a", "-b", "-bx", "-c", "-cx", "-abc", "x", "yy", "-", "--", "--add", "--ap", "--a", "--fil", "--file",
                                    "--file=v", "--add=v", "--maybe", "--maybe=v", "--set", "--f", "--unknown", "-add", "-file", "-z", "-zz",
                                    "--=x", "-:", "-fil=q", "-ab", "--se"};
enum { N_WORDS = sizeof WORDS / sizeof *WORDS };

static int position(char **argv, const char *argument) {
    for (int i = 0; argument && i <= MAX_ARGUMENTS; i++) {
        if (argv[i] && argument >= argv[i] && argument <= argv[i] + strlen(argv[i])) return (int)(argument - argv[i]);
    }
    return -1;
}

static void run(int kind, const char *letters, char **arguments, int argc) {
    char *ours[MAX_ARGUMENTS + 2], *theirs[MAX_ARGUMENTS + 2];
    memcpy(ours, arguments, sizeof ours), memcpy(theirs, arguments, sizeof theirs);
    optind = incise_optind = 0;
    char *printed;
    size_t n_printed;
    FILE *saved = stderr;
    stderr = open_memstream(&printed, &n_printed);
    standard_output_size = 0;
    int same = 1;
    for (int i = 0; same && i < 3 * MAX_ARGUMENTS; i++) {
        int index = -1, our_index = -1, result, our_result, our_flag;
        flag = 0;
        result = kind == 0 ? getopt(argc, theirs, letters)
               : kind == 1 ? getopt_long(argc, theirs, letters, LONGS, &index)
                           : getopt_long_only(argc, theirs, letters, LONGS, &index);
        int their_flag = flag;
        flag = 0;
        our_result = kind == 0 ? incise_getopt(argc, ours, letters)
                   : kind == 1 ? incise_getopt_long(argc, ours, letters, LONGS, &our_index)
                               : incise_getopt_long_only(argc, ours, letters, LONGS, &our_index);
        our_flag = flag;
        same = result == our_result && index == our_index && their_flag == our_flag && optind == incise_optind &&
               optarg == incise_optarg && memcmp(ours, theirs, sizeof ours) == 0 && position(ours, optarg) == position(theirs, incise_optarg);
        if (result == '?' || result == ':') same = same && optopt == incise_optopt;
        if (result == -1) break;
    }
    fclose(stderr);
    stderr = saved;
    same = same && n_printed == standard_output_size && memcmp(printed, standard_output, n_printed) == 0;
    CHECK(same, "getopt %d of \"%s\" with %s %s %s %s: printed `%s` and `%.*s`", kind, letters, arguments[1] ? arguments[1] : "",
          argc > 2 ? arguments[2] : "", argc > 3 ? arguments[3] : "", argc > 4 ? arguments[4] : "", printed, (int)standard_output_size,
          standard_output);
    free(printed);
}

void test_getopt(void) {
    unsetenv("POSIXLY_CORRECT");
    assumed = NULL;
    for (int i = 0; i < 60000; i++) {
        char *arguments[MAX_ARGUMENTS + 2] = {(char *)"prog"};
        int n = (int)random_below(MAX_ARGUMENTS + 1);
        for (int k = 0; k < n; k++) arguments[k + 1] = (char *)WORDS[random_below(N_WORDS)];
        opterr = incise_opterr = random_below(4) != 0;
        run((int)random_below(3), LETTERS[random_below(sizeof LETTERS / sizeof *LETTERS)], arguments, n + 1);
    }
    CHECK(assumed != NULL, "getopt says what it assumes");
    opterr = 1;
}
