#include <stdint.h>

struct flash {
	volatile uint32_t command;
	volatile uint32_t address;
	volatile uint32_t data;
	volatile uint32_t lock;
};

#define FLASH_KEY 0xa5a5u
#define CMD_ERASE 0x20u

static void unlock(struct flash *f)
{
	f->lock = FLASH_KEY;
}

void flash_erase_sector(struct flash *f, uint32_t address)
{
	unlock(f);
	f->command = CMD_ERASE;
	f->address = address & ~0xfffu;
	f->lock = 0;
}
