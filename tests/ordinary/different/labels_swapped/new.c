int lower(int x) __asm__("limit_upper");
int upper(int x) __asm__("limit_lower");

int lower(int x)
{
	return x - 1;
}

int upper(int x)
{
	return x + 1;
}
