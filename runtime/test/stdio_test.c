/* stdio_file.c, stdio_in.c, stdio_out.c and unistd.c against glibc: the same random operations on two files with the
 * same contents must give the same results and leave the same files. */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

MODEL(fopen); MODEL(fclose); MODEL(fgetc); MODEL(getc); MODEL(getchar); MODEL(ungetc); MODEL(fgets); MODEL(fread);
MODEL(feof); MODEL(ferror); MODEL(clearerr); MODEL(rewind); MODEL(fseek); MODEL(ftell); MODEL(fputc); MODEL(putc);
MODEL(fputs); MODEL(puts); MODEL(putchar); MODEL(fwrite); MODEL(fflush); MODEL(fileno); MODEL(setvbuf); MODEL(setbuf);
MODEL(open); MODEL(read); MODEL(write); MODEL(close); MODEL(lseek); MODEL(getc_unlocked); MODEL(putc_unlocked);
MODEL(feof_unlocked);
extern char *incise_gets(char *line);
extern int incise___uflow(FILE *), incise___overflow(FILE *, int);
extern FILE *incise_stdin, *incise_stdout, *incise_stderr;

static const char *const CONTENTS[] = {"", "\n", "a", "one line\n", "two\nlines", "\n\n\nx\n\n", "\xff\x80\x01", "a long line that goes on\n0123456789\n"};

static void write_file(const char *path, const char *contents, size_t n) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    CHECK(fd >= 0 && write(fd, contents, n) == (ssize_t)n, "cannot write %s", path);
    close(fd);
}

static size_t read_file(const char *path, char *contents, size_t size) {
    int fd = open(path, O_RDONLY);
    ssize_t n = read(fd, contents, size);
    close(fd);
    return n < 0 ? 0 : (size_t)n;
}

enum direction { NEITHER, READING, WRITING };

#define SAME(operation, ours, theirs) \
    do { \
        errno = *incise___errno_location() = 0; \
        long our_result = (long)(ours); \
        long their_result = (long)(theirs); \
        CHECK(our_result == their_result, "%s %s gives %ld, not %ld (\"%s\", operation %d)", operation, mode, our_result, \
              their_result, contents, step); \
        CHECK(*incise___errno_location() == errno, "%s %s: errno %d, not %d", operation, mode, \
              *incise___errno_location(), errno); \
    } while (0)

static void same_block(const char *what, const char *mode, char *ours, char *theirs, size_t n) {
    CHECK(memcmp(ours, theirs, n) == 0, "the bytes of %s %s", what, mode);
}

/* Operations at random. Between reading and writing there is a seek, as C demands. */
static void operate(FILE *ours, FILE *theirs, const char *mode, const char *contents) {
    enum direction direction = NEITHER;
    int n_pushed = 0;
    int can_read = mode[0] == 'r' || strchr(mode, '+');
    for (int step = 0; step < 40; step++) {
        char our_block[40] = {0}, their_block[40] = {0};
        unsigned operation = random_below(13);
        enum direction needed = operation < 4 ? READING : operation < 7 ? WRITING : NEITHER;
        if (needed != NEITHER && direction != NEITHER && needed != direction) {
            SAME("fseek", incise_fseek(ours, 0, SEEK_END), fseek(theirs, 0, SEEK_END));
            n_pushed = 0;
        }
        if (needed != NEITHER) direction = needed;
        int n = (int)random_below(8), c = (int)random_below(256);
        switch (operation) {
        case 0: SAME("fgetc", incise_fgetc(ours), fgetc(theirs)); n_pushed = 0; break;
        case 1:
            SAME("fgets", incise_fgets(our_block, n, ours) != NULL, fgets(their_block, n, theirs) != NULL);
            same_block("fgets", mode, our_block, their_block, sizeof our_block);
            if (n > 1) n_pushed = 0;
            break;
        case 2:
            SAME("fread", incise_fread(our_block, 1 + (size_t)c % 3, (size_t)n, ours),
                 fread(their_block, 1 + (size_t)c % 3, (size_t)n, theirs));
            same_block("fread", mode, our_block, their_block, sizeof our_block);
            if (n) n_pushed = 0;
            break;
        case 3:
            if (n_pushed || !can_read || incise_ftell(ours) == 0) break; /* C promises one byte, and none before the start */
            SAME("ungetc", incise_ungetc(c, ours), ungetc(c, theirs));
            n_pushed++;
            break;
        case 4: SAME("fputc", incise_fputc(c, ours), fputc(c, theirs)); break;
        case 5: SAME("fputs", incise_fputs(&"ab\n"[n % 4], ours), fputs(&"ab\n"[n % 4], theirs)); break;
        case 6: SAME("fwrite", incise_fwrite("0123456789abcdefgh", 2, (size_t)n, ours), fwrite("0123456789abcdefgh", 2, (size_t)n, theirs)); break;
        case 7: SAME("feof", incise_feof(ours), feof(theirs)); break;
        case 8: SAME("ferror", incise_ferror(ours), ferror(theirs)); break;
        case 9: incise_clearerr(ours), clearerr(theirs); break;
        case 10:
            fflush(theirs);
            SAME("fflush", incise_fflush(ours), 0);
            SAME("ftell", incise_ftell(ours), ftell(theirs));
            if (direction == READING) direction = NEITHER;
            /* glibc's fflush drops what was pushed back; ours has nothing to flush. */
            if (n_pushed) {
                SAME("fseek", incise_fseek(ours, 0, SEEK_SET), fseek(theirs, 0, SEEK_SET));
                n_pushed = 0;
            }
            break;
        case 11: incise_rewind(ours), rewind(theirs), n_pushed = 0, direction = NEITHER; break;
        case 12: {
            int whence = (int)random_below(4);
            if (whence == SEEK_CUR && n_pushed) break; /* glibc can then succeed before the start */
            SAME("fseek", incise_fseek(ours, n - 3, whence), fseek(theirs, n - 3, whence));
            /* A seek that fails keeps what was pushed back, as C says; glibc drops it at times. */
            if (!*incise___errno_location()) SAME("ftell", incise_ftell(ours), ftell(theirs));
            incise_fseek(ours, 1, SEEK_SET), fseek(theirs, 1, SEEK_SET);
            n_pushed = 0, direction = NEITHER;
            break;
        }
        }
    }
}

static void test_files(const char *our_path, const char *their_path) {
    static const char *const MODES[] = {"r", "w", "a", "r+", "w+", "a+", "rb", "wb+", "r,+", "wx", "q", ""};
    for (int round = 0; round < 3000; round++) {
        const char *contents = CONTENTS[random_below(sizeof CONTENTS / sizeof *CONTENTS)];
        const char *mode = MODES[random_below(sizeof MODES / sizeof *MODES)];
        int step = -1;
        write_file(our_path, contents, strlen(contents));
        write_file(their_path, contents, strlen(contents));
        if (strcmp(mode, "wx") == 0) unlink(our_path), unlink(their_path);
        errno = *incise___errno_location() = 0;
        FILE *ours = incise_fopen(our_path, mode), *theirs = fopen(their_path, mode);
        CHECK((ours == NULL) == (theirs == NULL), "fopen %s", mode);
        CHECK(*incise___errno_location() == errno, "errno of fopen %s", mode);
        if (!ours || !theirs) continue;
        CHECK(incise_fileno(ours) > 2, "fileno");
        CHECK(incise_setvbuf(ours, NULL, _IONBF, 0) == 0, "setvbuf");
        incise_setbuf(ours, NULL);
        operate(ours, theirs, mode, contents);
        SAME("fclose", incise_fclose(ours), fclose(theirs));
        char our_bytes[2000], their_bytes[2000];
        size_t our_size = read_file(our_path, our_bytes, sizeof our_bytes);
        size_t their_size = read_file(their_path, their_bytes, sizeof their_bytes);
        CHECK(our_size == their_size && memcmp(our_bytes, their_bytes, our_size) == 0, "the file written with %s", mode);
    }
    CHECK(incise_fopen("/nowhere/at all", "r") == NULL && *incise___errno_location() == ENOENT, "fopen of no file");
}

static void test_standard_streams(void) {
    char line[8];
    standard_input = "ab\ncd\n\nefgh\xff";
    CHECK(incise_getchar() == 'a' && incise_getc(incise_stdin) == 'b', "getchar");
    CHECK(incise_gets(line) == line && strcmp(line, "") == 0, "gets of the end of a line");
    CHECK(incise_gets(line) == line && strcmp(line, "cd") == 0, "gets");
    CHECK(incise_getc_unlocked(incise_stdin) == '\n', "getc_unlocked");
    CHECK(incise_fgets(line, 3, incise_stdin) == line && strcmp(line, "ef") == 0, "fgets");
    /* As glibc's headers look into the stream: an empty buffer, and flag 0x10 for the end. */
    CHECK(incise_stdin->_IO_read_ptr >= incise_stdin->_IO_read_end && incise___uflow(incise_stdin) == 'g', "__uflow");
    CHECK(incise_getchar() == 'h' && incise_getchar() == 255, "a byte of 255 is not the end");
    CHECK(!(incise_stdin->_flags & 0x10) && !incise_feof_unlocked(incise_stdin), "the end, before it");
    CHECK(incise_getchar() == EOF && incise_feof(incise_stdin) && (incise_stdin->_flags & 0x10), "the end");
    CHECK(incise_gets(line) == NULL, "gets at the end");
    standard_input = "more";
    CHECK(incise_getchar() == EOF, "the end is sticky");
    incise_clearerr(incise_stdin);
    CHECK(incise_getchar() == 'm', "until it is cleared");
    for (char c = '1'; c <= '8'; c++) CHECK(incise_ungetc(c, incise_stdin) == c, "ungetc of %c", c);
    CHECK(incise_ungetc('9', incise_stdin) == EOF && unsupported, "ungetc of too much is said to be unsupported");
    unsupported = NULL;
    for (char c = '8'; c >= '1'; c--) CHECK(incise_getchar() == c, "what was pushed back last is read first");
    CHECK(incise_getchar() == 'o', "and then the rest");
    CHECK(incise_fputc('x', incise_stdin) == EOF && incise_ferror(incise_stdin), "stdin cannot be written");
    incise_clearerr(incise_stdin);

    CHECK(incise_puts("hello") == 6 && incise_putchar('!') == '!' && incise_putc(0x141, incise_stderr) == 'A', "puts");
    CHECK(incise_stdout->_IO_write_ptr >= incise_stdout->_IO_write_end && incise___overflow(incise_stdout, '+') == '+', "__overflow");
    CHECK(incise_putc_unlocked('-', incise_stdout) == '-', "putc_unlocked");
    CHECK(standard_output_size == 10 && memcmp(standard_output, "hello\n!A+-", 10) == 0, "what was written");
    CHECK(incise_stdin->_fileno == 0 && incise_stdout->_fileno == 1 && incise_stderr->_fileno == 2, "descriptors");
}

static void test_descriptors(const char *path) {
    char block[8];
    write_file(path, "0123456789", 10);
    int fd = incise_open(path, O_RDWR);
    CHECK(fd > 2, "open");
    CHECK(incise_read(fd, block, 4) == 4 && memcmp(block, "0123", 4) == 0, "read");
    CHECK(incise_lseek(fd, -2, SEEK_END) == 8 && incise_read(fd, block, 8) == 2 && block[0] == '8', "lseek");
    CHECK(incise_read(fd, block, 8) == 0, "read at the end");
    CHECK(incise_lseek(fd, 0, SEEK_SET) == 0 && incise_write(fd, "ab", 2) == 2, "write");
    CHECK(incise_close(fd) == 0 && incise_close(fd) == -1 && *incise___errno_location() == EBADF, "close");
    CHECK(read_file(path, block, 4) == 4 && memcmp(block, "ab23", 4) == 0, "what was written");
    CHECK(incise_open("/nowhere/at all", O_RDONLY) == -1 && *incise___errno_location() == ENOENT, "open of no file");
    CHECK(incise_read(99, block, 1) == -1 && *incise___errno_location() == EBADF, "read of no descriptor");
}

void test_stdio(void) {
    char directory[] = "incise-test-XXXXXX";
    char our_path[64], their_path[64];
    CHECK(mkdtemp(directory) != NULL, "a directory for files");
    snprintf(our_path, sizeof our_path, "%s/ours", directory);
    snprintf(their_path, sizeof their_path, "%s/theirs", directory);
    test_files(our_path, their_path);
    test_standard_streams();
    test_descriptors(our_path);
    unlink(our_path), unlink(their_path), rmdir(directory);
}
