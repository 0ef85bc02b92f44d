/* explore: --function evaluate
 * error: overflow
 * run: evaluate(30000); */
int evaluate(short x)
{
    int result = 0;
    static const int coefficient[3] = {4, -3, 2};
    for (int i = 0; i < 3; i++)
        result = result * x + coefficient[i];
    return result;
}
