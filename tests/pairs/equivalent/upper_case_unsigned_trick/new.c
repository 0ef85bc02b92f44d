/* Turns a fixed field of ASCII into upper case; returns how many letters changed. */
int upper_in_place(char word[8])
{
    int changed = 0;
    char *p;

    for (p = word; p < word + 8; ++p) {
        unsigned is_lower = (unsigned)(*p - 'a') < 26u;
        *p = (char)(*p & ~(is_lower << 5));
        changed += (int)is_lower;
    }
    return changed;
}
