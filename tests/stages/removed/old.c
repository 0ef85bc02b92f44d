// A branch and its statement are gone. Must be seen: pairs: both are removed, the return is unchanged; impact: in base the return
// reads the removed `x = 0`; in mod it is impacted because it is in base, though nothing was added there.
int clipped(int x) {
    if (x < 0)
        x = 0;
    return x + 1;
}
