#include <stdio.h>
const char *find_separator(const char *s, char sep);
int main(void)
{
	const char *text = "\"a,b\"";
	const char *p = find_separator(text, ',');
	if (p)
		printf("offset %d\n", (int)(p - text));
	else
		printf("none\n");
	return 0;
}
