/* explore: --function evaluate
 * run: evaluate(30000);
 * run: evaluate(-3);
 * run: evaluate(99); */
int evaluate(short x)
{
    int result = 0;
    static const int coefficient[3] = {4, -3, 2};
    for (int i = 0; i < 3; i++)
        result = result * (x % 100) + coefficient[i];
    return result;
}
