unsigned rows(int n) {
    unsigned seats = 0;
    for (int row = n; row > 0; row--)
        seats += (unsigned)row;
    return seats;
}
