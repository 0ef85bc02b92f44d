#include <stdint.h>

static int64_t offset_us;

void clock_adjust(int64_t delta_us)
{
	offset_us += delta_us;
}

/* Offset from the reference clock in milliseconds. */
float clock_offset(void)
{
	return offset_us / 1000.0;
}

int clock_is_ahead(void)
{
	return offset_us > 0;
}
