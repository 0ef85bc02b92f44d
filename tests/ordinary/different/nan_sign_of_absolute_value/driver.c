void report(double x);
int main(void)
{
	report(-__builtin_nan(""));
	report(-2.5);
	return 0;
}
