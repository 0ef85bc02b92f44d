#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <ucontext.h>

/* Device registers on a page of their own: each access traps and is logged (x86-64). */
static _Alignas(4096) unsigned char page[4096];
static struct { unsigned offset; int write; unsigned value; } trace[64];
static int used, pending;

static void on_access(int sig, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;
	(void)sig;
	pending = used++;
	trace[pending].offset = (unsigned)((unsigned char *)info->si_addr - page);
	trace[pending].write = (uc->uc_mcontext.gregs[REG_ERR] & 2) != 0;
	mprotect(page, sizeof page, PROT_READ | PROT_WRITE);
	uc->uc_mcontext.gregs[REG_EFL] |= 0x100;
}

static void on_step(int sig, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;
	(void)sig;
	(void)info;
	trace[pending].value = *(uint32_t *)(page + (trace[pending].offset & ~3u));
	mprotect(page, sizeof page, PROT_NONE);
	uc->uc_mcontext.gregs[REG_EFL] &= ~0x100;
}

static void trace_start(void)
{
	struct sigaction sa = { .sa_flags = SA_SIGINFO };
	sa.sa_sigaction = on_access;
	sigaction(SIGSEGV, &sa, NULL);
	sa.sa_sigaction = on_step;
	sigaction(SIGTRAP, &sa, NULL);
	mprotect(page, sizeof page, PROT_NONE);
}

static void trace_print(void)
{
	mprotect(page, sizeof page, PROT_READ | PROT_WRITE);
	for (int i = 0; i < used; i++)
		printf("%c %u %#x\n", trace[i].write ? 'W' : 'R', trace[i].offset, trace[i].value);
}

struct irq_block { volatile uint32_t pending, enable, ack; };
int irq_handle(struct irq_block *b, unsigned line);
int main(void)
{
	struct irq_block *b = (struct irq_block *)page;
	trace_start();
	int seen = irq_handle(b, 3);
	trace_print();
	printf("%d\n", seen);
	return 0;
}
