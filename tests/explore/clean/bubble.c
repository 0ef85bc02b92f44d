/* explore: --function sort
 * run: sort(1, 2, 3);
 * run: sort(3, 2, 1);
 * run: sort(2, 2, 2); */
int sort(int a, int b, int c)
{
    int v[3] = {a, b, c};
    for (int pass = 0; pass < 3; pass++)
        for (int i = 0; i < 2; i++)
            if (v[i] > v[i + 1]) {
                int t = v[i];
                v[i] = v[i + 1];
                v[i + 1] = t;
            }
    return v[0];
}
