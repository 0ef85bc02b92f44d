#include <stdio.h>
struct config { int verbose, retries; unsigned timeout_ms; };
struct config *config_new(void);
void config_set_retries(struct config *c, int n);
void config_release(struct config *c);
int main(void)
{
	struct config *a = config_new(), *b = config_new();
	config_set_retries(a, 9);
	printf("%d %d\n", a->retries, b->retries);
	config_release(a);
	config_release(b);
	return 0;
}
