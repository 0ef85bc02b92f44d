extern int device_ready(void);
extern void device_start(void);

#define MAX_POLLS 1000

enum { DEV_OK = 0, DEV_TIMEOUT = -1 };

static unsigned starts;

int device_begin(void)
{
	while (!device_ready())
		;
	device_start();
	starts++;
	return DEV_OK;
}

unsigned device_starts(void)
{
	return starts;
}
