#include <stdio.h>
#include <string.h>

extern const char *program_path;

/* Last part of the path of the running program. */
const char *program_name(void)
{
	const char *slash;

	if (program_path == NULL)
		return "unknown";
	slash = strrchr(program_path, '/');
	return slash != NULL ? slash + 1 : program_path;
}

void complain(const char *what)
{
	printf("%s: %s\n", program_name(), what);
}
