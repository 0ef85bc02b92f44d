/* explore: --function first_letter
 * error: use-after-scope
 * run: first_letter(4); */
static const char *describe(int n)
{
    char text[8];
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
