// Another value is added in each round. Must be seen: facts: `sum = sum + i` runs because the loop's branch took side T and reads
// `sum` from before the loop and from itself; impact: in mod the result by data, and backwards the branch and all that the loop
// reads; paths, with a bound of 2 on the loop: no round, one round, and one path that is cut.
int total(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return sum;
}
