#include <stdint.h>
#include <stdio.h>
struct duration { int64_t seconds; int32_t nanos; };
struct duration duration_from_nanos(int64_t nanos);
int main(void)
{
	struct duration d = duration_from_nanos(-1500000000);
	printf("%lld %d\n", (long long)d.seconds, d.nanos);
	return 0;
}
