static int decode_v1(int raw)
{
	return raw * 5;
}

int decode(int raw) __attribute__((alias("decode_v1")));
