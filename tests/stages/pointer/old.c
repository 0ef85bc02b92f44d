// Another value is stored through the first pointer. Must be seen: facts: both pointers come from a caller, so that each store may
// write, but does not certainly overwrite, memory from outside (to which functions that are known outside belong), and the return
// reads it from entry and from both stores; paths: one, in which the pointers point to objects of their own: 1 is returned (mod: 3).
int store(int *p, int *q) {
    *p = 1;
    *q = 2;
    return *p;
}
