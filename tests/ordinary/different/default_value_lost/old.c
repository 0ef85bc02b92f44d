int priority(int kind)
{
	int level = 0;

	switch (kind) {
	case 1:
		level = 10;
		break;
	case 2:
		level = 20;
		break;
	}
	return level;
}
