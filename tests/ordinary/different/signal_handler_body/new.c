#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t busy;

static void on_term(int sig)
{
	if (busy)
		_exit(100 + sig);
	_exit(0);
}

static void step(int n)
{
	busy = 1;
	if (n == 3)
		raise(SIGTERM);
	busy = 0;
}

int main(void)
{
	struct sigaction sa;
	int i;

	memset(&sa, 0, sizeof sa);
	sa.sa_handler = on_term;
	sigaction(SIGTERM, &sa, NULL);
	for (i = 0; i < 5; i++)
		step(i);
	return 1;
}
