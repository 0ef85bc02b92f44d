/* Cards that may open the door. */
static _Bool allowed[128];

int card_allow(int card, int yes)
{
    if (card < 0 || card >= 128)
        return -1;
    allowed[card] = yes != 0;
    return 0;
}

int card_check(int card)
{
    return card >= 0 && card < 128 && allowed[card];
}
