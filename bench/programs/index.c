/* Writes and reads an array of N cells at symbolic places, N a power of two, then branches on what is read.
 * Measures memory at symbolic addresses. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 8
#endif

int main(void)
{
    unsigned char cell[N];
    unsigned char place[4], value[2];
    klee_make_symbolic(place, sizeof place, "place");
    klee_make_symbolic(value, sizeof value, "value");
    for (int i = 0; i < N; i++)
        cell[i] = (unsigned char)(i * 37 + 11);
    for (int i = 0; i < 4; i++)
        klee_assume(place[i] < N);

    cell[place[0]] = value[0];
    cell[place[1]] = value[1];
    assert(cell[place[1]] == value[1]);
    if (place[0] != place[1])
        assert(cell[place[0]] == value[0]);

    int result = 0;
    if (cell[place[2]] > 100)
        result |= 1;
    if (cell[place[3]] < 50)
        result |= 2;
    if (cell[place[2]] == cell[place[3]])
        result |= 4;
    if ((cell[cell[place[2]] & (N - 1)] & 1) != 0)
        result |= 8;
    return result;
}
