#include <stddef.h>
#include <string.h>

struct command {
	const char *name;
	const char *help;
	int min_args;
};

static const struct command commands[] = {
	{ "get", "get KEY: print a value", 1 },
	{ "set", "set KEY VALUE: change a value", 2 },
	{ "quit", "quit: leave", 0 },
};

struct command command_find(const char *name)
{
	struct command none = { NULL, NULL, -1 };
	size_t i;

	for (i = 0; i < sizeof commands / sizeof commands[0]; i++)
		if (strcmp(commands[i].name, name) == 0)
			return commands[i];
	return none;
}
