unsigned charge(int cells) {
    unsigned total = 0;
    int cell = 0, cable = 0;
    while (cell < cells) {
        total = total + 1;
        cell++;
    }
    while (cable < cells) {
        total = total + 2;
        cable++;
    }
    return total;
}
