#include <stdint.h>

static uint16_t retries;

void retry_note(void)
{
	if (retries < UINT16_MAX)
		retries++;
}

int retry_exhausted(void)
{
	return retries >= 200;
}

void retry_clear(void)
{
	retries = 0;
}
