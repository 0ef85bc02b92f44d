// A local and a function have other names, nothing else differs. Must be seen: pairs: `half` = `halved`, `h` = `result`, every node
// unchanged; impact: no node at all.
static int half(int x) {
    int h = x / 2;
    return h + 1;
}
int quarter(int x) { return half(half(x)); }
