enum { T_OTHER, T_LETTER, T_DIGIT, T_SPACE };

int char_class(int c)
{
    if (c == '_' || ('A' <= c && c <= 'Z') || ('a' <= c && c <= 'z'))
        return T_LETTER;
    if ('0' <= c && c <= '9')
        return T_DIGIT;
    return c == ' ' || c == '\t' ? T_SPACE : T_OTHER;
}

unsigned count_words(const char *text)
{
    unsigned n = 0;
    int prev = T_OTHER;

    if (!text)
        return 0;
    for (; *text; text++) {
        int k = char_class(*text);
        if (k == T_LETTER && prev != T_LETTER && prev != T_DIGIT)
            n++;
        prev = k;
    }
    return n;
}
