#include <stdio.h>
struct battery { int millivolt, low; };
int battery_update(struct battery *b, int millivolt);
void log_event(int level, const char *format, int value)
{
	printf("%d ", level);
	printf(format, value);
	putchar('\n');
}
int main(void)
{
	struct battery b = { 3000, 1 };
	return battery_update(&b, 3700);
}
