static int halved(int x) {
    int result = x / 2;
    return result + 1;
}
int quarter(int x) { return halved(halved(x)); }
