//! Functions of the C library by what of them no comparison looks at.

/// Library functions that are modelled, do something that is not compared, and what that is.
pub const EFFECTS: [(&str, &str); 25] = [
    ("fopen", "which file is opened, and how,"),
    ("fopen64", "which file is opened, and how,"),
    ("freopen", "which file is opened, and how,"),
    ("fdopen", "which file is opened, and how,"),
    ("fclose", "that a file is closed"),
    ("fseek", "the position in a file"),
    ("fseeko", "the position in a file"),
    ("rewind", "the position in a file"),
    ("ungetc", "the position in a file"),
    ("fflush", "when buffered text is written"),
    ("setvbuf", "when buffered text is written"),
    ("setbuf", "when buffered text is written"),
    ("_exit", "that buffered text is lost"),
    ("_Exit", "that buffered text is lost"),
    ("quick_exit", "that buffered text is lost"),
    ("srand", "the seed of random numbers"),
    ("srandom", "the seed of random numbers"),
    ("srand48", "the seed of random numbers"),
    ("clearerr", "the state of a stream"),
    ("rand", "the state of random numbers"),
    ("random", "the state of random numbers"),
    ("lrand48", "the state of random numbers"),
    ("strtok", "the position of `strtok`"),
    ("atexit", "which functions run at exit"),
    ("on_exit", "which functions run at exit"),
];

/// Library functions whose result says whether writing failed, which is not tried.
pub const MAY_FAIL: [&str; 12] = [
    "printf",
    "__printf_chk",
    "vprintf",
    "fprintf",
    "__fprintf_chk",
    "vfprintf",
    "puts",
    "putchar",
    "fputs",
    "fputc",
    "fwrite",
    "write",
];

/// Functions of the library that depend on the locale; their models know the one that a program starts with.
pub const BY_LOCALE: [&str; 22] = [
    "isalpha",
    "isalnum",
    "isupper",
    "islower",
    "isspace",
    "isblank",
    "ispunct",
    "isprint",
    "isgraph",
    "iscntrl",
    "toupper",
    "tolower",
    "__ctype_b_loc",
    "__ctype_toupper_loc",
    "__ctype_tolower_loc",
    "strtod",
    "strtof",
    "strtold",
    "atof",
    "strcoll",
    "strxfrm",
    "localeconv",
];

/// Functions that read from a stream or a descriptor.
pub const READERS: [&str; 16] = [
    "getchar",
    "getc",
    "fgetc",
    "_IO_getc",
    "fgets",
    "gets",
    "getline",
    "getdelim",
    "fread",
    "read",
    "scanf",
    "fscanf",
    "vscanf",
    "__isoc99_scanf",
    "__isoc99_fscanf",
    "ungetc",
];

/// Functions that write text which is buffered.
pub const BUFFERED: [&str; 12] = [
    "printf",
    "__printf_chk",
    "vprintf",
    "puts",
    "putchar",
    "putc",
    "fputs",
    "fputc",
    "fprintf",
    "__fprintf_chk",
    "fwrite",
    "vfprintf",
];

/// Library functions that write to a stream, and which argument is the stream.
pub const WRITERS: [(&str, usize); 10] = [
    ("fprintf", 0),
    ("__fprintf_chk", 0),
    ("vfprintf", 0),
    ("fputs", 1),
    ("fputc", 1),
    ("putc", 1),
    ("_IO_putc", 1),
    ("fwrite", 3),
    ("dprintf", 0),
    ("write", 0),
];

/// Whether a program creates threads: which function does, and where.
pub const THREADS: [&str; 2] = ["pthread_create", "thrd_create"];
