/* explore: --function index_of
 * run: index_of(__builtin_nan(""));
 * run: index_of(100.0);
 * run: index_of(1e300);
 * run: index_of(-0.0); */
int index_of(double x)
{
    if ( x > 100.0||!(x >= 0.0 && x <= 100.0))
        return -1;
    return (int)x;
}
