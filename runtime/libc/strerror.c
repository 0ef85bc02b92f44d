/* Texts of error numbers and signals: strerror strerror_r __xpg_strerror_r strsignal perror.
 *
 * Contract: C11 7.24.6.2, 7.21.10.4 and POSIX, with glibc's texts of the C locale on Linux x86-64. No result is null. Numbers without
 * a text of their own share one buffer, as in glibc.
 */
#include "stream.h"

size_t strlen(const char *s);
int fputs(const char *restrict s, FILE *restrict stream);

static const char *const errors[] = {
    "Success", "Operation not permitted", "No such file or directory", "No such process", "Interrupted system call",
    "Input/output error", "No such device or address", "Argument list too long", "Exec format error",
    "Bad file descriptor", "No child processes", "Resource temporarily unavailable", "Cannot allocate memory",
    "Permission denied", "Bad address", "Block device required", "Device or resource busy", "File exists",
    "Invalid cross-device link", "No such device", "Not a directory", "Is a directory", "Invalid argument",
    "Too many open files in system", "Too many open files", "Inappropriate ioctl for device", "Text file busy",
    "File too large", "No space left on device", "Illegal seek", "Read-only file system", "Too many links",
    "Broken pipe", "Numerical argument out of domain", "Numerical result out of range", "Resource deadlock avoided",
    "File name too long", "No locks available", "Function not implemented", "Directory not empty",
    "Too many levels of symbolic links", NULL, "No message of desired type", "Identifier removed",
    "Channel number out of range", "Level 2 not synchronized", "Level 3 halted", "Level 3 reset",
    "Link number out of range", "Protocol driver not attached", "No CSI structure available", "Level 2 halted",
    "Invalid exchange", "Invalid request descriptor", "Exchange full", "No anode", "Invalid request code",
    "Invalid slot", NULL, "Bad font file format", "Device not a stream", "No data available", "Timer expired",
    "Out of streams resources", "Machine is not on the network", "Package not installed", "Object is remote",
    "Link has been severed", "Advertise error", "Srmount error", "Communication error on send", "Protocol error",
    "Multihop attempted", "RFS specific error", "Bad message", "Value too large for defined data type",
    "Name not unique on network", "File descriptor in bad state", "Remote address changed",
    "Can not access a needed shared library", "Accessing a corrupted shared library",
    ".lib section in a.out corrupted", "Attempting to link in too many shared libraries",
    "Cannot exec a shared library directly", "Invalid or incomplete multibyte or wide character",
    "Interrupted system call should be restarted", "Streams pipe error", "Too many users",
    "Socket operation on non-socket", "Destination address required", "Message too long",
    "Protocol wrong type for socket", "Protocol not available", "Protocol not supported", "Socket type not supported",
    "Operation not supported", "Protocol family not supported", "Address family not supported by protocol",
    "Address already in use", "Cannot assign requested address", "Network is down", "Network is unreachable",
    "Network dropped connection on reset", "Software caused connection abort", "Connection reset by peer",
    "No buffer space available", "Transport endpoint is already connected", "Transport endpoint is not connected",
    "Cannot send after transport endpoint shutdown", "Too many references: cannot splice", "Connection timed out",
    "Connection refused", "Host is down", "No route to host", "Operation already in progress",
    "Operation now in progress", "Stale file handle", "Structure needs cleaning", "Not a XENIX named type file",
    "No XENIX semaphores available", "Is a named type file", "Remote I/O error", "Disk quota exceeded",
    "No medium found", "Wrong medium type", "Operation canceled", "Required key not available", "Key has expired",
    "Key has been revoked", "Key was rejected by service", "Owner died", "State not recoverable",
    "Operation not possible due to RF-kill", "Memory page has hardware error",
};

static const char *const signals[] = {
    NULL, "Hangup", "Interrupt", "Quit", "Illegal instruction", "Trace/breakpoint trap", "Aborted", "Bus error",
    "Floating point exception", "Killed", "User defined signal 1", "Segmentation fault", "User defined signal 2",
    "Broken pipe", "Alarm clock", "Terminated", "Stack fault", "Child exited", "Continued", "Stopped (signal)",
    "Stopped", "Stopped (tty input)", "Stopped (tty output)", "Urgent I/O condition", "CPU time limit exceeded",
    "File size limit exceeded", "Virtual timer expired", "Profiling timer expired", "Window changed", "I/O possible",
    "Power failure", "Bad system call",
};

enum { N_ERRORS = sizeof errors / sizeof *errors, N_SIGNALS = sizeof signals / sizeof *signals };
enum { FIRST_REAL_TIME = 34, LAST_REAL_TIME = 64 };

/* The text and the number after it. */
static char *numbered(char *buffer, const char *text, int number) {
    size_t n = 0;
    for (; text[n]; n++) buffer[n] = text[n];
    unsigned magnitude = number < 0 ? 0 - (unsigned)number : (unsigned)number;
    if (number < 0) buffer[n++] = '-';
    char digits[10];
    int n_digits = 0;
    do digits[n_digits++] = (char)('0' + magnitude % 10);
    while (magnitude /= 10);
    while (n_digits > 0) buffer[n++] = digits[--n_digits];
    buffer[n] = 0;
    return buffer;
}

static const char *known_error(int code) { return (unsigned)code < N_ERRORS ? errors[code] : NULL; }

char *strerror(int code) {
    static char unknown[32];
    const char *known = known_error(code);
    return known ? (char *)known : numbered(unknown, "Unknown error ", code);
}

/* As much as there is room for; whether that is all. */
static int copy_text(char *buffer, size_t size, const char *text) {
    size_t n = strlen(text);
    if (size == 0) return 0;
    size_t room = n < size ? n : size - 1;
    for (size_t i = 0; i < room; i++) buffer[i] = text[i];
    buffer[room] = 0;
    return n < size;
}

/* The GNU function: the buffer is used only for numbers without a text. */
char *strerror_r(int code, char *buffer, size_t size) {
    char unknown[32];
    const char *known = known_error(code);
    if (known) return (char *)known;
    copy_text(buffer, size, numbered(unknown, "Unknown error ", code));
    return buffer;
}

/* The POSIX function, which the header gives the name strerror_r. */
int __xpg_strerror_r(int code, char *buffer, size_t size) {
    char unknown[32];
    const char *known = known_error(code);
    const char *text = known ? known : numbered(unknown, "Unknown error ", code);
    int fits = copy_text(buffer, size, text);
    if (!known) return ERROR_INVALID;
    return fits ? 0 : ERROR_RANGE;
}

char *strsignal(int number) {
    static char unknown[32];
    if ((unsigned)number < N_SIGNALS && signals[number]) return (char *)signals[number];
    if (number >= FIRST_REAL_TIME && number <= LAST_REAL_TIME)
        return numbered(unknown, "Real-time signal ", number - FIRST_REAL_TIME);
    return numbered(unknown, "Unknown signal ", number);
}

void perror(const char *s) {
    const char *text = strerror(*__errno_location());
    if (s && *s) {
        fputs(s, stderr);
        fputs(": ", stderr);
    }
    fputs(text, stderr);
    fputc('\n', stderr);
}
