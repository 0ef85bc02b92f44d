/* Weighted sum over the cells of a grid. */
unsigned grid_sum(unsigned rows, unsigned width, unsigned seed)
{
    unsigned sum = seed;
    unsigned r, c;

    for (r = 0; r < rows; r++)
        for (c = 0; c < width; c++)
            sum = sum * 31u + (r * width + c);
    return sum;
}
