// Case 2 gets another value. Must be seen: facts: each assignment depends on its own side of the switch; plan: the switch and the
// three assignments that the result may read are run, `price = 0`, which no path reads, is skipped; paths: three, one a side,
// returning 10, 20 (mod: 25) and 5.
int price(int kind) {
    int price = 0;
    switch (kind) {
    case 1: price = 10; break;
    case 2: price = 20; break;
    default: price = 5;
    }
    return price;
}
