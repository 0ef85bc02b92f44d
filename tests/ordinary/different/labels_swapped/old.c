int lower(int x) __asm__("limit_lower");
int upper(int x) __asm__("limit_upper");

int lower(int x)
{
	return x - 1;
}

int upper(int x)
{
	return x + 1;
}
