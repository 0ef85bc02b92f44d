/* explore: --function sort
 * error: out-of-bounds
 * run: sort(1, 2, 3); */
int sort(int a, int b, int c)
{
    int v[3] = {a, b, c};
    for (int pass = 0; pass < 3; pass++)
        for (int i = 0; i < 3; i++)
            if (v[i] > v[i + 1]) {
                int t = v[i];
                v[i] = v[i + 1];
                v[i + 1] = t;
            }
    return v[0];
}
