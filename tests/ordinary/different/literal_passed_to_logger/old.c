#include <stddef.h>

extern void log_event(int level, const char *format, int value);

enum { LOG_INFO, LOG_WARN, LOG_ERROR };

struct battery {
	int millivolt;
	int low;
};

int battery_update(struct battery *b, int millivolt)
{
	int was_low = b->low;

	b->millivolt = millivolt;
	b->low = millivolt < 3300;
	if (b->low && !was_low)
		log_event(LOG_WARN, "battery low: %d mV", millivolt);
	else if (!b->low && was_low)
		log_event(LOG_INFO, "battery ok: %d mV", millivolt);
	return b->low;
}
