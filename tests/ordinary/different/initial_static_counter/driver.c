#include <stdint.h>
#include <stdio.h>
struct session { uint32_t id, user; };
uint32_t session_open(struct session *s, uint32_t user);
int main(void)
{
	struct session s;
	printf("%u\n", session_open(&s, 9));
	return 0;
}
