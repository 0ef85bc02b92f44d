/* Counts the words of a line of eight characters; quotes keep blanks together. -1: a quote is open. */
enum state { BETWEEN, WORD, QUOTED };

int count_words(const char line[8])
{
    enum state state = BETWEEN;
    int words = 0;
    int i;

    for (i = 0; i < 8; i++) {
        char c = line[i];
        if (c == '\0')
            break;
        switch (state) {
        case BETWEEN:
            if (c != ' ')
                words++;
            /* fall through */
        case WORD:
            state = c == '"' ? QUOTED : c == ' ' ? BETWEEN : WORD;
            break;
        case QUOTED:
            if (c == '"')
                state = WORD;
            break;
        }
    }
    if (state == QUOTED)
        return -1;
    return words;
}
