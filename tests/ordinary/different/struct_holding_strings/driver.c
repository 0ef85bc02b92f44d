#include <stdio.h>
struct command { const char *name, *help; int min_args; };
struct command command_find(const char *name);
int main(void)
{
	struct command c = command_find("set");
	printf("%s|%s|%d\n", c.name, c.help, c.min_args);
	return 0;
}
