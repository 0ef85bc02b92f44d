#include <stdint.h>

struct duration {
	int64_t seconds;
	int32_t nanos;
};

#define NANOS_PER_SEC 1000000000

/* Split a signed count of nanoseconds into seconds and the rest. */
struct duration duration_from_nanos(int64_t nanos)
{
	struct duration d;

	d.seconds = nanos / NANOS_PER_SEC;
	d.nanos = (int32_t)(nanos % NANOS_PER_SEC);
	if (d.nanos < 0) {
		d.nanos += NANOS_PER_SEC;
		d.seconds -= 1;
	}
	return d;
}

int duration_is_zero(struct duration d)
{
	return d.seconds == 0 && d.nanos == 0;
}
