/* Wear of a tool after some cycles; every eighth counts more. */
unsigned wear(unsigned cycles, unsigned load)
{
    unsigned total = 0;
    unsigned cycle;

    for (cycle = 0; cycle < cycles; cycle++) {
        if (cycle != 0 && cycle % 8 == 0)
            total += 3;
        total += load;
    }
    return total;
}
