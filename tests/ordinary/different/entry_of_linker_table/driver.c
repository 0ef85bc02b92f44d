#include <stdio.h>
struct command {
	const char *name;
	int code;
};
extern const struct command __start_commands[];
int main(void)
{
	printf("%s %d\n", __start_commands[0].name, __start_commands[0].code);
	return 0;
}
