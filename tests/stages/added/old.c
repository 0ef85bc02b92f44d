// A function is new, and one is gone. Must be seen: pairs: `fresh` only in mod, `stale` only in base; impact: every node of both by
// the rule "changed", the call in `entry`, which is another one, and its return by data.
static int stale(int x) { return x + 1; }
int entry(int x) { return stale(x); }
