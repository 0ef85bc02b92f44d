static unsigned row_score(unsigned row)
{
    unsigned score = 0;

    for (unsigned weight = 1; row != 0; row >>= 1, weight++)
        if (row & 1u)
            score += weight;
    return score;
}

unsigned best_score(const unsigned char *rows, unsigned n)
{
    unsigned score = 0;

    if (!rows)
        return 0;
    for (unsigned r = 0, outer = 0; r < n; r++, score = outer) {
        unsigned score = row_score(rows[r]);

        if (score > outer)
            outer = score;
    }
    return score;
}

unsigned total_score(const unsigned char *rows, unsigned n)
{
    unsigned sum = 0;

    for (unsigned i = 0; rows && i < n; i++) {
        unsigned sum_of_row = row_score(rows[i]);
        sum += sum_of_row;
    }
    return sum;
}
