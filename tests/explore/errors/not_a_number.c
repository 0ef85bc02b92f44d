/* explore: --function index_of
 * error: float-cast
 * run: index_of(__builtin_nan("")); */
int index_of(double x)
{
    if (x < 0.0 )
        return -1;
    return (int)x;
}
