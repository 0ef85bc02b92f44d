struct point { int x, y; };
int second(int a) {
    struct point p;
    p.x = a + 7;
    p.y = a + 2;
    return p.y;
}
