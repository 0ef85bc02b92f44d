#include <stdio.h>
#include <string.h>

/* Write the text beside the target first and rename it when it is complete. */
static int save(const char *target, const char *text)
{
	const char *tmp = "settings.tmp";
	FILE *f = fopen(tmp, "w");

	if (f == NULL)
		return -1;
	fputs(text, f);
	if (fclose(f) != 0 || strchr(text, '=') == NULL)
		return -1;
	return rename(tmp, target);
}

int main(int argc, char **argv)
{
	const char *text = argc > 1 ? argv[1] : "mode=auto\n";

	if (save("settings.conf", text) != 0) {
		puts("not saved");
		return 1;
	}
	return 0;
}
