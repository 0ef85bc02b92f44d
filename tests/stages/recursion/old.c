// A function that calls itself. Must be seen: facts: `factorial` may call itself and is recursive; pairs: what ends the recursion
// changed from 1 to 2, nothing else; paths: n > 2 gives 9, then n = 0, 1, 2 with none, one and two calls, giving 1, 1, 2 (mod: 2, 2,
// 4).
unsigned factorial(unsigned n) {
    if (n > 2)
        return 9;
    if (n == 0)
        return 1;
    return n * factorial(n - 1);
}
