int is_enabled(int flags)
{
	__asm__ goto("testl $1, %0\n\tjz %l[off]" : : "r"(flags) : "cc" : off);
	return 1;
off:
	return 0;
}
