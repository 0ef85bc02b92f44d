unsigned rows(int n) {
    unsigned seats = 0;
    for (int row = 0; row < n; row++)
        seats += (unsigned)row + 1;
    return seats;
}
