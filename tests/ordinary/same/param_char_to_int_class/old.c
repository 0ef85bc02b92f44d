enum { T_OTHER, T_LETTER, T_DIGIT, T_SPACE };

int char_class(char c)
{
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')
        return T_LETTER;
    if (c >= '0' && c <= '9')
        return T_DIGIT;
    if (c == ' ' || c == '\t')
        return T_SPACE;
    return T_OTHER;
}

unsigned count_words(const char *text)
{
    unsigned n = 0;
    int prev = T_OTHER;

    if (!text)
        return 0;
    for (; *text; text++) {
        int k = char_class(*text);
        n += k == T_LETTER && prev != T_LETTER && prev != T_DIGIT;
        prev = k;
    }
    return n;
}
