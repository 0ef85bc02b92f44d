/* Counts the words of a line of eight characters; quotes keep blanks together. -1: a quote is open. */
int count_words(const char line[8])
{
    int in_word = 0;
    int in_quotes = 0;
    int words = 0;
    int i;

    for (i = 0; i < 8 && line[i] != '\0'; i++) {
        if (in_quotes) {
            if (line[i] == '"')
                in_quotes = 0;
        } else if (line[i] == ' ') {
            in_word = 0;
        } else {
            if (!in_word) {
                words++;
                in_word = 1;
            }
            if (line[i] == '"')
                in_quotes = 1;
        }
    }
    return in_quotes ? -1 : words;
}
