#include <inttypes.h>
#include <stdio.h>
uint64_t disk_group(uint64_t sector);
int main(void)
{
	printf("%" PRIu64 "\n", disk_group(10000));
	printf("%" PRIu64 "\n", disk_group(UINT64_C(0x100000000)));
	return 0;
}
