int checked(int x);
int main(void)
{
	return checked(-1);
}
