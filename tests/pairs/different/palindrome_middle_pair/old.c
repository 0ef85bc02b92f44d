/* Whether the first characters of a word read the same backwards. */
int is_palindrome(const unsigned char word[7], unsigned length)
{
    unsigned i;

    if (length > 7)
        length = 7;
    for (i = 0; i < length / 2; i++)
        if (word[i] != word[length - 1 - i])
            return 0;
    return 1;
}
