/* Characters of the C locale: isalpha … isblank, toupper, tolower, isascii, toascii, and the tables that the macros and inline
 * functions of glibc's <ctype.h> read: __ctype_b_loc, __ctype_tolower_loc, __ctype_toupper_loc.
 *
 * Contract: C11 7.4, and glibc's values: isX returns the bit of its class (isalpha gives 1024), the tables hold
 * -128..255, and in the case tables -128..-2 stand for the bytes 128..254.
 * No function branches on the character, since a table read at a symbolic index is dearer to a solver than
 * arithmetic. A program compiled with -D__NO_CTYPE calls the functions instead of reading the tables.
 */

/* glibc's class bits as a little-endian machine sees them. */
enum {
    UPPER = 1 << 8, LOWER = 1 << 9, ALPHA = 1 << 10, DIGIT = 1 << 11, XDIGIT = 1 << 12, SPACE = 1 << 13,
    PRINT = 1 << 14, GRAPH = 1 << 15, BLANK = 1 << 0, CNTRL = 1 << 1, PUNCT = 1 << 2, ALNUM = 1 << 3,
};

#define BETWEEN(c, low, high) ((unsigned)(c) - (unsigned)(low) <= (unsigned)(high) - (unsigned)(low))
#define IS_UPPER(c) BETWEEN(c, 'A', 'Z')
#define IS_LOWER(c) BETWEEN(c, 'a', 'z')
#define IS_ALPHA(c) BETWEEN((c) | 32, 'a', 'z')
#define IS_DIGIT(c) BETWEEN(c, '0', '9')
#define IS_XDIGIT(c) (IS_DIGIT(c) | BETWEEN((c) | 32, 'a', 'f'))
#define IS_SPACE(c) (((c) == ' ') | BETWEEN(c, '\t', '\r'))
#define IS_PRINT(c) BETWEEN(c, ' ', '~')
#define IS_GRAPH(c) BETWEEN(c, '!', '~')
#define IS_BLANK(c) (((c) == ' ') | ((c) == '\t'))
#define IS_CNTRL(c) (BETWEEN(c, 0, 31) | ((c) == 127))
#define IS_ALNUM(c) (IS_ALPHA(c) | IS_DIGIT(c))
#define IS_PUNCT(c) (IS_GRAPH(c) & !IS_ALNUM(c))

/* The class bit if the condition holds, else 0, by arithmetic alone. */
#define BIT_IF(condition, bit) ((int)(-(unsigned)(condition) & (bit)))

#define CLASS_FUNCTION(name, test, bit) \
    int name(int c) { return BIT_IF(test(c), bit); }

CLASS_FUNCTION(isupper, IS_UPPER, UPPER)
CLASS_FUNCTION(islower, IS_LOWER, LOWER)
CLASS_FUNCTION(isalpha, IS_ALPHA, ALPHA)
CLASS_FUNCTION(isdigit, IS_DIGIT, DIGIT)
CLASS_FUNCTION(isxdigit, IS_XDIGIT, XDIGIT)
CLASS_FUNCTION(isspace, IS_SPACE, SPACE)
CLASS_FUNCTION(isprint, IS_PRINT, PRINT)
CLASS_FUNCTION(isgraph, IS_GRAPH, GRAPH)
CLASS_FUNCTION(isblank, IS_BLANK, BLANK)
CLASS_FUNCTION(iscntrl, IS_CNTRL, CNTRL)
CLASS_FUNCTION(ispunct, IS_PUNCT, PUNCT)
CLASS_FUNCTION(isalnum, IS_ALNUM, ALNUM)

/* A char below -1 passed as int stands for its byte; everything else outside 0..255 stays as it is. */
#define BYTE_OF(c) ((c) + ((int)BETWEEN(c, -128, -2) << 8))
#define TO_LOWER(c) (BYTE_OF(c) + ((int)IS_UPPER(c) << 5))
#define TO_UPPER(c) (BYTE_OF(c) - ((int)IS_LOWER(c) << 5))

int tolower(int c) { return TO_LOWER(c); }

int toupper(int c) { return TO_UPPER(c); }

int isascii(int c) { return (c & ~127) == 0; }

int toascii(int c) { return c & 127; }

#define CLASSES(c) \
    (unsigned short)(BIT_IF(IS_UPPER(c), UPPER) | BIT_IF(IS_LOWER(c), LOWER) | BIT_IF(IS_ALPHA(c), ALPHA) | \
                     BIT_IF(IS_DIGIT(c), DIGIT) | BIT_IF(IS_XDIGIT(c), XDIGIT) | BIT_IF(IS_SPACE(c), SPACE) | \
                     BIT_IF(IS_PRINT(c), PRINT) | BIT_IF(IS_GRAPH(c), GRAPH) | BIT_IF(IS_BLANK(c), BLANK) | \
                     BIT_IF(IS_CNTRL(c), CNTRL) | BIT_IF(IS_PUNCT(c), PUNCT) | BIT_IF(IS_ALNUM(c), ALNUM))

#define TIMES_4(entry, c) entry(c), entry((c) + 1), entry((c) + 2), entry((c) + 3)
#define TIMES_16(entry, c) TIMES_4(entry, c), TIMES_4(entry, (c) + 4), TIMES_4(entry, (c) + 8), TIMES_4(entry, (c) + 12)
#define TIMES_64(entry, c) \
    TIMES_16(entry, c), TIMES_16(entry, (c) + 16), TIMES_16(entry, (c) + 32), TIMES_16(entry, (c) + 48)
#define TABLE(entry) \
    { TIMES_64(entry, -128), TIMES_64(entry, -64), TIMES_64(entry, 0), TIMES_64(entry, 64), TIMES_64(entry, 128), \
      TIMES_64(entry, 192) }

static const unsigned short classes[384] = TABLE(CLASSES);
static const int lower_of[384] = TABLE(TO_LOWER);
static const int upper_of[384] = TABLE(TO_UPPER);

static const unsigned short *classes_from_zero = classes + 128;
static const int *lower_from_zero = lower_of + 128;
static const int *upper_from_zero = upper_of + 128;

const unsigned short **__ctype_b_loc(void) { return &classes_from_zero; }

const int **__ctype_tolower_loc(void) { return &lower_from_zero; }

const int **__ctype_toupper_loc(void) { return &upper_from_zero; }
