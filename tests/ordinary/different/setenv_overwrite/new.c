#define _GNU_SOURCE
#include <stddef.h>
#include <stdlib.h>

struct env_default {
	const char *name;
	const char *value;
};

static const struct env_default env_defaults[] = {
	{ "APP_LANG", "en" },
	{ "APP_PAGER", "less" },
};

int env_setup(void)
{
	size_t i;

	for (i = 0; i < sizeof env_defaults / sizeof env_defaults[0]; i++) {
		if (setenv(env_defaults[i].name, env_defaults[i].value, 1) != 0)
			return -1;
	}
	return 0;
}
