int can_merge(const char *first, const char *second)
{
	return first == second || first + 1 == second;
}
