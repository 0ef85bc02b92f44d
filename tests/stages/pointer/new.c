int store(int *p, int *q) {
    *p = 3;
    *q = 2;
    return *p;
}
