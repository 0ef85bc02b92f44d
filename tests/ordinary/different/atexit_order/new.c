#include <stdio.h>
#include <stdlib.h>

static FILE *report;

static void close_report(void)
{
	if (report != NULL) {
		fputs("end of report\n", report);
		fclose(report);
		report = NULL;
	}
}

static void write_summary(void)
{
	if (report != NULL)
		fputs("summary: 2 items\n", report);
}

int main(void)
{
	report = fopen("report.txt", "w");
	if (report == NULL)
		return 1;
	atexit(write_summary);
	atexit(close_report);
	fputs("item 1\nitem 2\n", report);
	return 0;
}
