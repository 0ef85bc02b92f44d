int price(int kind) {
    int price = 0;
    switch (kind) {
    case 1: price = 10; break;
    case 2: price = 25; break;
    default: price = 5;
    }
    return price;
}
