/* explore: --function undo
 * error: out-of-bounds
 * run: undo(1, 1); */
static int saved[3];
static int n_saved;

static void save(int v)
{
    if (n_saved == 3) {
        for (int i = 0; i < 3; i++)
            saved[i] = saved[i + 1];
        n_saved--;
    }
    saved[n_saved++] = v;
}

int undo(int a, int b)
{
    n_saved = 0;
    save(a);
    save(b);
    save(a);
    if (a == b)
        save(b);
    return saved[n_saved - 1];
}
