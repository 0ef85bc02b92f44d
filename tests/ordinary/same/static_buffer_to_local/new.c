void transmit(const char *text);

void greet(int n)
{
	char text[2];

	text[0] = (char)('a' + (n & 7));
	text[1] = 0;
	transmit(text);
}
