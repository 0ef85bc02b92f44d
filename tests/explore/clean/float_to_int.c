/* explore: --function rounded
 * run: rounded(1.9e9f);
 * run: rounded(-1.9e9f);
 * run: rounded(0.0f / 1.0f);
 * run: rounded(3e9f); */
int rounded(float x)
{
    if (x != x)
        return 0;
    if (x > 2e9f || x < -2e9f)
        return 0;
    return (int)(x + 0.5f);
}
