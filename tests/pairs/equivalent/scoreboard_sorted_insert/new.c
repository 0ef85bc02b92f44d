/* The three best scores. */
static struct { unsigned gold, silver, bronze; } board;

void score(unsigned s)
{
    if (s > board.gold) {
        board.bronze = board.silver;
        board.silver = board.gold;
        board.gold = s;
    } else if (s > board.silver) {
        board.bronze = board.silver;
        board.silver = s;
    } else if (s > board.bronze) {
        board.bronze = s;
    }
}

unsigned score_rank(unsigned rank)
{
    return rank == 0 ? board.gold : rank == 1 ? board.silver : rank == 2 ? board.bronze : 0;
}
