/* explore: --function last_word
 * run: last_word(6);
 * run: last_word(1); */
static char *keep;

static int scan(int n)
{
    char words[2][4] = {"ab", "cd"};
    keep = words[n & 1];
    return keep[0] == 'a' ? (keep = 0, 1) : (keep = 0, 2);
}

int last_word(int n)
{
    int found = scan(n);
    return keep ? keep[1] : found;
}
