int mix(int a, int b)
{
	return a * 16 + b;
}
