#include <stdio.h>
#include <string.h>

static char unit[8];

static void load_defaults(void)
{
	strcpy(unit, "km");
}

static const char *current_unit(void)
{
	static int first = 1;

	if (first) {
		load_defaults();
		first = 0;
	}
	return unit;
}

int main(void)
{
	printf("12 %s\n", current_unit());
	printf("34 %s\n", current_unit());
	return 0;
}
