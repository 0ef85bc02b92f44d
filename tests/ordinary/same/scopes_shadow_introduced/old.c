unsigned best_score(const unsigned char *rows, unsigned n)
{
    unsigned score = 0;

    if (!rows)
        return 0;
    for (unsigned r = 0; r < n; r++) {
        unsigned row_score = 0;
        for (unsigned b = 0; b < 8; b++)
            if (rows[r] & 1u << b)
                row_score += b + 1;
        if (row_score > score)
            score = row_score;
    }
    return score;
}

unsigned total_score(const unsigned char *rows, unsigned n)
{
    unsigned sum = 0;

    while (rows && n > 0) {
        sum += best_score(rows, 1);
        rows++;
        n--;
    }
    return sum;
}
