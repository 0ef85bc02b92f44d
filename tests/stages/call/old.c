// The change is in the callee. Must be seen: pairs: `scaled` changed, `used` and `other` unchanged; impact: in `used` the call of
// `scaled` by the rule "callee" and the return by data from there; the call of `other` and the store of its result are not impacted.
static int scaled(int x) { return x * 2; }
static int other(int x) { return x - 1; }
int unrelated;
int used(int x) {
    unrelated = other(x);
    return scaled(x);
}
