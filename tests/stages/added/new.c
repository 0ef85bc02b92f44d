static int fresh(int x) {
    if (x < 0)
        x = -x;
    return x + 1;
}
int entry(int x) { return fresh(x); }
