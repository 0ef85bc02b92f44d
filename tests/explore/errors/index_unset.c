/* explore: --function position
 * error: uninitialised
 * run: position(9); */
static const int table[4] = {1, 2, 3, 4};

int position(int wanted)
{
    unsigned at;
    for (unsigned i = 0; i < 4; i++)
        if (table[i] == wanted)
            at = i;
    return table[at & 3];
}
