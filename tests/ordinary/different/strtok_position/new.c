#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

/* Sum of numbers separated by '+'. */
long sum_terms(const char *text)
{
	char *copy = strdup(text);
	char *term;
	long sum = 0;

	if (copy == NULL)
		return -1;
	for (term = strtok(copy, "+"); term != NULL;
	     term = strtok(NULL, "+"))
		sum += strtol(term, NULL, 10);
	free(copy);
	return sum;
}
