// Calls through a table of functions. Must be seen: facts: each call through the table may call `up` and `down` (elements are not
// told apart) and not `never`, which is called by its name; impact: both of these calls by the callee `down`, where the change is;
// `up` and `never` have no impacted node; the call of `never` is there only backwards.
static int up(int x) { return x + 1; }
static int down(int x) { return x - 1; }
static int never(int x) { return x; }
static int (*const table[2])(int) = {up, down};
int apply(int which, int x) { return which ? table[0](x) : table[1](x) + never(0); }
