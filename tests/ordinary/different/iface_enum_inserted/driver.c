#include <stdio.h>
enum shape { SHAPE_CIRCLE, SHAPE_SQUARE, SHAPE_LINE };
int shape_coordinates(enum shape s);
int main(void)
{
	printf("%d %d\n", shape_coordinates(SHAPE_SQUARE), shape_coordinates(SHAPE_LINE));
	return 0;
}
