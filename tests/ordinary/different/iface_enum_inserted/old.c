enum shape {
	SHAPE_CIRCLE,
	SHAPE_SQUARE,
	SHAPE_LINE
};

/* Number of coordinates that a shape is stored with. */
int shape_coordinates(enum shape s)
{
	switch (s) {
	case SHAPE_CIRCLE:
		return 3;
	case SHAPE_SQUARE:
		return 4;
	case SHAPE_LINE:
		return 5;
	default:
		return 0;
	}
}
