#include <stdint.h>

struct disk {
	uint64_t sectors;
	uint32_t sector_size;
};

static struct disk disk = { UINT64_C(1) << 40, 512 };

int disk_has_sector(uint64_t sector)
{
	return sector < disk.sectors;
}

/* Number of the cylinder group that holds a sector. */
uint64_t disk_group(uint64_t sector)
{
	if (!disk_has_sector(sector))
		return UINT64_MAX;
	return sector / 8192;
}
