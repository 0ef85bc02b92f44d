struct command {
	const char *name;
	int code;
};

__attribute__((section("commands"), used)) static const struct command reset = {"reset", 6};

int n_builtin(void)
{
	return 1;
}
