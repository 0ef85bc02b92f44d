int first_to_lock(const int *a, const int *b)
{
	return a < b ? 1 : 2;
}
