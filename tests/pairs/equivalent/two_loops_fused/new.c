unsigned charge(int cells) {
    unsigned total = 0;
    for (int cell = 0; cell < cells; cell++) {
        total = total + 1;
        total = total + 2;
    }
    return total;
}
