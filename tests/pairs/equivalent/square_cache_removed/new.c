/* Squares and cubes. */
int square(int x)
{
    return x * x;
}

int cube(int x)
{
    return x * square(x);
}
