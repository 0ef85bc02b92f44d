/* Options of the command line: getopt getopt_long getopt_long_only __posix_getopt, with optarg optind opterr optopt.
 *
 * Contract: POSIX and GNU: arguments that are no options move to the end of argv, unless optstring starts with + or -; long options may
 * be abbreviated; texts on standard error are glibc's. POSIXLY_CORRECT is taken as not set. `W;` in optstring: unsupported.
 */
#include "stream.h"

size_t strlen(const char *s);
int strncmp(const char *a, const char *b, size_t n);
char *strchr(const char *s, int c);
int fputs(const char *restrict s, FILE *restrict stream);

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

enum order { PERMUTE, IN_ORDER, STOP_AT_FIRST };

struct request {
    int argc;
    char **argv;
    const char *letters;
    const struct option *longs;
    int *long_index;
    int only_long;
    int prints;
};

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

static int is_started;
static enum order order;
static char *rest;                   /* of the argument with several letters */
static int first_other, after_other; /* arguments that were passed over */

static void complain(const struct request *request, const char *before, const char *prefix, const char *name, const char *after) {
    if (!request->prints) return;
    fputs(request->argv[0], stderr);
    fputs(before, stderr);
    fputs(prefix, stderr);
    fputs(name, stderr);
    fputs(after, stderr);
}

/* Moves what was passed over behind the options that follow it. */
static void exchange(char **argv) {
    int n_options = optind - after_other;
    for (int i = 0; i < n_options; i++) {
        char *option = argv[after_other + i];
        for (int at = after_other + i; at > first_other + i; at--) argv[at] = argv[at - 1];
        argv[first_other + i] = option;
    }
    first_other += n_options;
    after_other = optind;
}

static int is_other(const char *argument) { return argument[0] != '-' || argument[1] == 0; }

static int same_effect(const struct option *a, const struct option *b) {
    return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

static size_t name_length(const char *s) {
    size_t n = 0;
    while (s[n] && s[n] != '=') n++;
    return n;
}

static int is_abbreviation(const struct option *option, size_t n) { return strncmp(option->name, rest, n) == 0; }

/* The option that `rest` names, null if there is none; *others is set where it may be another one. */
static const struct option *find_long(const struct request *request, size_t n, int *others) {
    const struct option *found = NULL;
    for (const struct option *at = request->longs; at->name; at++) {
        if (is_abbreviation(at, n) && strlen(at->name) == n) return at;
    }
    for (const struct option *at = request->longs; at->name; at++) {
        if (!is_abbreviation(at, n)) continue;
        if (!found) found = at;
        else if (request->only_long || !same_effect(found, at)) *others = 1;
    }
    return found;
}

static int report_ambiguous(const struct request *request, const char *prefix, const struct option *first, size_t n) {
    complain(request, ": option '", prefix, rest, "' is ambiguous; possibilities:");
    for (const struct option *at = first; request->prints && at->name; at++) {
        if (!is_abbreviation(at, n)) continue;
        if (at != first && !request->only_long && same_effect(first, at)) continue;
        fputs(" '", stderr);
        fputs(prefix, stderr);
        fputs(at->name, stderr);
        fputs("'", stderr);
    }
    if (request->prints) fputc('\n', stderr);
    rest += strlen(rest);
    optind++;
    optopt = 0;
    return '?';
}

static int take_long(const struct request *request, const char *prefix) {
    size_t n = name_length(rest);
    int others = 0;
    const struct option *found = find_long(request, n, &others);
    if (others) return report_ambiguous(request, prefix, found, n);
    if (!found) {
        if (request->only_long && request->argv[optind][1] != '-' && strchr(request->letters, *rest)) return -1;
        complain(request, ": unrecognized option '", prefix, rest, "'\n");
        rest = NULL;
        optind++;
        optopt = 0;
        return '?';
    }
    char *value = rest[n] ? rest + n + 1 : NULL;
    optind++;
    rest = NULL;
    if (value && !found->has_arg) {
        complain(request, ": option '", prefix, found->name, "' doesn't allow an argument\n");
        optopt = found->val;
        return '?';
    }
    if (value) {
        optarg = value;
    } else if (found->has_arg == 1) {
        if (optind >= request->argc) {
            complain(request, ": option '", prefix, found->name, "' requires an argument\n");
            optopt = found->val;
            return request->letters[0] == ':' ? ':' : '?';
        }
        optarg = request->argv[optind++];
    }
    if (request->long_index) *request->long_index = (int)(found - request->longs);
    if (!found->flag) return found->val;
    *found->flag = found->val;
    return 0;
}

static int take_letter(const struct request *request) {
    char text[2] = {*rest++, 0};
    int letter = (unsigned char)text[0];
    const char *known = strchr(request->letters, letter);
    if (*rest == 0) optind++;
    if (!known || letter == ':' || letter == ';') {
        complain(request, ": invalid option -- '", text, "", "'\n");
        optopt = letter;
        return '?';
    }
    if (known[0] == 'W' && known[1] == ';' && request->longs) {
        __incise_unsupported("getopt with `W;`");
        return '?';
    }
    if (known[1] != ':') return letter;
    int result = letter;
    if (*rest) {
        optarg = rest;
        optind++;
    } else if (known[2] != ':') {
        if (optind == request->argc) {
            complain(request, ": option requires an argument -- '", text, "", "'\n");
            optopt = letter;
            result = request->letters[0] == ':' ? ':' : '?';
        } else {
            optarg = request->argv[optind++];
        }
    }
    rest = NULL;
    return result;
}

static void start(const char *letters, enum order otherwise) {
    __incise_assumed("POSIXLY_CORRECT is not set");
    if (optind == 0) optind = 1;
    first_other = after_other = optind;
    rest = NULL;
    order = *letters == '-' ? IN_ORDER : *letters == '+' ? STOP_AT_FIRST : otherwise;
    is_started = 1;
}

static int next_option(struct request *request, enum order otherwise) {
    if (request->argc < 1) return -1;
    optarg = NULL;
    if (optind == 0 || !is_started) start(request->letters, otherwise);
    if (*request->letters == '-' || *request->letters == '+') request->letters++;
    request->prints = opterr && *request->letters != ':';
    if (rest && *rest) return take_letter(request);
    if (after_other > optind) after_other = optind;
    if (first_other > optind) first_other = optind;
    if (order == PERMUTE) {
        if (first_other != after_other && after_other != optind) exchange(request->argv);
        else if (after_other != optind) first_other = optind;
        while (optind < request->argc && is_other(request->argv[optind])) optind++;
        after_other = optind;
    }
    if (optind != request->argc && request->argv[optind][0] == '-' && request->argv[optind][1] == '-' && !request->argv[optind][2]) {
        optind++;
        if (first_other != after_other && after_other != optind) exchange(request->argv);
        else if (first_other == after_other) first_other = optind;
        after_other = request->argc;
        optind = request->argc;
    }
    if (optind == request->argc) {
        if (first_other != after_other) optind = first_other;
        return -1;
    }
    char *argument = request->argv[optind];
    if (is_other(argument)) {
        if (order == STOP_AT_FIRST) return -1;
        optarg = request->argv[optind++];
        return 1;
    }
    if (request->longs && argument[1] == '-') {
        rest = argument + 2;
        return take_long(request, "--");
    }
    rest = argument + 1;
    if (request->longs && request->only_long && (argument[2] || !strchr(request->letters, argument[1]))) {
        int result = take_long(request, "-");
        if (result != -1) return result;
    }
    return take_letter(request);
}

int getopt(int argc, char *const *argv, const char *letters) {
    struct request request = {argc, (char **)argv, letters, NULL, NULL, 0, 0};
    return next_option(&request, PERMUTE);
}

/* What <unistd.h> calls getopt in programs that ask for POSIX alone. */
int __posix_getopt(int argc, char *const *argv, const char *letters) {
    struct request request = {argc, (char **)argv, letters, NULL, NULL, 0, 0};
    return next_option(&request, STOP_AT_FIRST);
}

int getopt_long(int argc, char *const *argv, const char *letters, const struct option *longs, int *index) {
    struct request request = {argc, (char **)argv, letters, longs, index, 0, 0};
    return next_option(&request, PERMUTE);
}

int getopt_long_only(int argc, char *const *argv, const char *letters, const struct option *longs, int *index) {
    struct request request = {argc, (char **)argv, letters, longs, index, 1, 0};
    return next_option(&request, PERMUTE);
}
