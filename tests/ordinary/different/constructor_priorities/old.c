static int level;

__attribute__((constructor(101))) static void set_default(void)
{
	level = 1;
}

__attribute__((constructor(102))) static void set_board(void)
{
	level = 2;
}

int current_level(void)
{
	return level;
}
