#include <stdio.h>
struct bus { const char *name; };
struct bus bus_main = { "main" }, bus_backup = { "backup" };
int power_set(unsigned char level);
int bus_write(struct bus *b, unsigned char a, unsigned char v)
{
	printf("%s %02x %02x\n", b->name, a, v);
	return b == &bus_main ? -1 : 0;
}
int main(void)
{
	return power_set(3) ? 1 : 0;
}
