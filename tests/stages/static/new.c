static int count;
int next(void) {
    count = count + 2;
    return count;
}
