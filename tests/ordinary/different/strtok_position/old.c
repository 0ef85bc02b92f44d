#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

/* Sum of numbers separated by '+'. */
long sum_terms(const char *text)
{
	char *copy = strdup(text);
	char *save = NULL;
	char *term;
	long sum = 0;

	if (copy == NULL)
		return -1;
	for (term = strtok_r(copy, "+", &save); term != NULL;
	     term = strtok_r(NULL, "+", &save))
		sum += strtol(term, NULL, 10);
	free(copy);
	return sum;
}
