/* Wear of a tool after some cycles; every eighth counts more. */
unsigned wear(unsigned cycles, unsigned load)
{
    unsigned total = 0;
    unsigned cycle;

    for (cycle = 1; cycle - 1 < cycles; cycle++) {
        total += load;
        if (cycle % 8 == 0)
            total += 3;
    }
    return total;
}
