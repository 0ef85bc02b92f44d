// A static variable counts calls; its step changes. Must be seen: facts: the assignment reads `count` from entry, the return reads
// it from the assignment; impact: the return by data through `count`; plan: the result and the four bytes of `count` can differ, all
// is run.
static int count;
int next(void) {
    count = count + 1;
    return count;
}
