#include <stdint.h>
#include <stdio.h>
struct user { uint32_t id; uint16_t caps; };
int user_can_delete(const struct user *u);
int main(void)
{
	struct user u = { 5, 0x0100 };
	printf("%d\n", user_can_delete(&u));
	return 0;
}
