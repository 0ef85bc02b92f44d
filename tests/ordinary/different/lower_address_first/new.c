int first_to_lock(const int *a, const int *b)
{
	(void)a;
	(void)b;
	return 1;
}
