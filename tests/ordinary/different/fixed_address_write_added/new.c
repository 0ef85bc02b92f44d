#include <stdint.h>

struct wdog_regs {
	volatile uint32_t key;
	volatile uint32_t reload;
};

#define WDOG ((struct wdog_regs *)(uintptr_t)0x40003000u)
#define KEY_REFRESH 0xaaaau
#define KEY_START 0xccccu

static int running;

void wdog_start(uint32_t reload)
{
	WDOG->reload = reload;
	WDOG->key = KEY_START;
	running = 1;
}

int wdog_refresh(void)
{
	WDOG->key = KEY_REFRESH;
	return running;
}
