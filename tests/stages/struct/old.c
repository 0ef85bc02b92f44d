// One field of a local structure is computed otherwise, the other is returned. Must be seen: facts: the fields are pieces of their
// own, the return reads bytes 4 to 8 only, from the second store; impact: only the first store; plan: nothing can differ, and no
// store is run.
struct point { int x, y; };
int second(int a) {
    struct point p;
    p.x = a + 1;
    p.y = a + 2;
    return p.y;
}
