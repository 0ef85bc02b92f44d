#include <stdio.h>

enum kind { K_OTHER, K_DIGIT, K_SIGN, K_DOT };

static const unsigned char kinds[128] = {
	['0' ... '9'] = K_DIGIT,
	['+'] = K_SIGN,
	['-'] = K_SIGN,
	['.'] = K_DOT,
};

static int kind_of(int c)
{
	return c >= 0 && c < 128 ? kinds[c] : K_OTHER;
}

int main(void)
{
	int c, total[4] = { 0 };

	while ((c = getchar()) != EOF)
		total[kind_of(c)]++;
	printf("%d digits, %d signs, %d dots, %d others\n", total[K_DIGIT],
	       total[K_SIGN], total[K_DOT], total[K_OTHER]);
	return 0;
}
