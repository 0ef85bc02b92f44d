struct bus;

extern struct bus bus_main;
extern struct bus bus_backup;
extern int bus_write(struct bus *b, unsigned char address, unsigned char value);

#define ADDR_POWER 0x10

static unsigned failures;

int power_set(unsigned char level)
{
	if (bus_write(&bus_main, ADDR_POWER, level) == 0)
		return 0;
	failures++;
	return bus_write(&bus_main, ADDR_POWER, level);
}

unsigned power_failures(void)
{
	return failures;
}
