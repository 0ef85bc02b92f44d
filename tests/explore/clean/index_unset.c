/* explore: --function position
 * run: position(9);
 * run: position(3); */
static const int table[4] = {1, 2, 3, 4};

int position(int wanted)
{
    unsigned at = 0;
    for (unsigned i = 0; i < 4; i++)
        if (table[i] == wanted)
            at = i;
    return table[at & 3];
}
