/* explore: --function first_letter
 * run: first_letter(4);
 * run: first_letter(12);
 * run: first_letter(-1); */
static const char *describe(int n)
{
    static char text[8];
    const char *result = n > 9 ? "many" : text;
    text[0] = (char)('0' + (n & 7));
    text[1] = '\0';
    return result;
}

int first_letter(int n)
{
    const char *text = describe(n);
    return text[0];
}
