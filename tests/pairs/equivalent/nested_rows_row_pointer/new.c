/* Weighted sum over the cells of a grid. */
unsigned grid_sum(unsigned rows, unsigned width, unsigned seed)
{
    unsigned base = 0;
    unsigned r, c;

    for (r = 0; r < rows; r++) {
        for (c = 0; c < width; c++)
            seed = seed * 31u + (base + c);
        base += width;
    }
    return seed;
}
