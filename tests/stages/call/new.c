static int scaled(int x) { return x * 3; }
static int other(int x) { return x - 1; }
int unrelated;
int used(int x) {
    unrelated = other(x);
    return scaled(x);
}
