/* errno: what <errno.h>'s macro expands to. One for the program, not one a thread. */
#include "engine.h"

static int error_number;

int *__errno_location(void) { return &error_number; }
