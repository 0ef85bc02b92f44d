/* explore: --function last_word
 * error: use-after-scope
 * run: last_word(6); */
static char *keep;

static int scan(int n)
{
    char words[2][4] = {"ab", "cd"};
    keep = words[n & 1];
    return keep[0];
}

int last_word(int n)
{
    int found = scan(n);
    return n > 5 ? keep[1] : found;
}
