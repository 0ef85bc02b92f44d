__attribute__((weak)) void on_fault(int code)
{
	(void)code;
}

int checked_level(int raw)
{
	if (raw < 0) {
		on_fault(raw);
		return -1;
	}
	return raw > 1023 ? 1023 : raw;
}
