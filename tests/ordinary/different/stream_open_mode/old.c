#include <stdio.h>

static int journal_add(const char *path, unsigned id, const char *text)
{
	FILE *f = fopen(path, "a");
	int rc;

	if (f == NULL)
		return -1;
	rc = fprintf(f, "%u %s\n", id, text) < 0 ? -1 : 0;
	if (fclose(f) != 0)
		rc = -1;
	return rc;
}

int main(void)
{
	if (journal_add("journal.txt", 1, "start") != 0)
		return 1;
	if (journal_add("journal.txt", 2, "stop") != 0)
		return 1;
	return 0;
}
