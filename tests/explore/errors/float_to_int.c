/* explore: --function rounded
 * error: float-cast
 * run: rounded(2.9e9f); */
int rounded(float x)
{
    if (x != x)
        return 0;
    if (x > 3e9f || x < -2e9f)
        return 0;
    return (int)(x + 0.5f);
}
