/* Waiting: sleep usleep nanosleep.
 *
 * Contract: POSIX. Time is not observed, and no signal ends a wait early: signal handlers are unsupported.
 */
#include "engine.h"

struct timespec { long seconds, nanoseconds; };

unsigned sleep(unsigned seconds) {
    (void)seconds;
    return 0;
}

int usleep(unsigned microseconds) {
    (void)microseconds;
    return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *rest) {
    (void)rest;
    if (wanted->seconds >= 0 && wanted->nanoseconds >= 0 && wanted->nanoseconds < 1000000000) return 0;
    set_errno(ERROR_INVALID);
    return -1;
}
