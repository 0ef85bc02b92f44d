#include <stdio.h>
struct pair {
	int first;
	int second;
};
int next_value(void);
int receive(struct pair *into)
{
	into->first = 1;
	into->second = 42;
	return 0;
}
int main(void)
{
	printf("%d\n", next_value());
	return 0;
}
