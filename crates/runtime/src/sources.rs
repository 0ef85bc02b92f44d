//! The files themselves.

/// A file: its path in its folder, and its text.
pub(crate) type File = (&'static str, &'static str);

/// Headers for the user's program.
pub(crate) const HEADERS: &[File] = &[
    ("incise.h", include_str!("../../../runtime/include/incise.h")),
    ("klee/klee.h", include_str!("../../../runtime/include/klee/klee.h")),
];

/// The models of libc, and what they include.
pub(crate) const LIBC: &[File] = &[
    ("byte_order.c", include_str!("../../../runtime/libc/byte_order.c")),
    ("calendar.c", include_str!("../../../runtime/libc/calendar.c")),
    ("calendar.h", include_str!("../../../runtime/libc/calendar.h")),
    ("ctype.c", include_str!("../../../runtime/libc/ctype.c")),
    ("engine.h", include_str!("../../../runtime/libc/engine.h")),
    ("errno.c", include_str!("../../../runtime/libc/errno.c")),
    ("getopt.c", include_str!("../../../runtime/libc/getopt.c")),
    ("integer.h", include_str!("../../../runtime/libc/integer.h")),
    ("locale.c", include_str!("../../../runtime/libc/locale.c")),
    ("math.c", include_str!("../../../runtime/libc/math.c")),
    ("memory.c", include_str!("../../../runtime/libc/memory.c")),
    ("scanf.c", include_str!("../../../runtime/libc/scanf.c")),
    ("sleep.c", include_str!("../../../runtime/libc/sleep.c")),
    ("stdio_file.c", include_str!("../../../runtime/libc/stdio_file.c")),
    ("stdio_in.c", include_str!("../../../runtime/libc/stdio_in.c")),
    ("stdio_more.c", include_str!("../../../runtime/libc/stdio_more.c")),
    ("stdio_out.c", include_str!("../../../runtime/libc/stdio_out.c")),
    ("stdlib.c", include_str!("../../../runtime/libc/stdlib.c")),
    ("stream.h", include_str!("../../../runtime/libc/stream.h")),
    ("strerror.c", include_str!("../../../runtime/libc/strerror.c")),
    ("strftime.c", include_str!("../../../runtime/libc/strftime.c")),
    ("string.c", include_str!("../../../runtime/libc/string.c")),
    ("string_more.c", include_str!("../../../runtime/libc/string_more.c")),
    ("string_search.c", include_str!("../../../runtime/libc/string_search.c")),
    ("strtod.c", include_str!("../../../runtime/libc/strtod.c")),
    ("strtol.c", include_str!("../../../runtime/libc/strtol.c")),
    ("unistd.c", include_str!("../../../runtime/libc/unistd.c")),
    ("wchar.c", include_str!("../../../runtime/libc/wchar.c")),
];

/// The C source that is linked with a program to replay a test; its header says what it reads and writes.
pub const REPLAY: &str = include_str!("../../../runtime/replay/replay.c");

/// The C source that is linked too when one function is replayed.
pub const REPLAY_FUNCTION: &str = include_str!("../../../runtime/replay/function.c");
/// The part of it that puts functions from outside where pointers in memory lead.
pub const REPLAY_OUTSIDE: &str = include_str!("../../../runtime/replay/outside.c");

/// The C source that is linked too when a whole program is replayed that looks at objects which it does not define.
pub const REPLAY_MAIN: &str = include_str!("../../../runtime/replay/main.c");
