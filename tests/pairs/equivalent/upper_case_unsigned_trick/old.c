/* Turns a fixed field of ASCII into upper case; returns how many letters changed. */
int upper_in_place(char word[8])
{
    int changed = 0;
    int i;

    for (i = 0; i < 8; i++) {
        if (word[i] >= 'a' && word[i] <= 'z') {
            word[i] = (char)(word[i] - 'a' + 'A');
            changed++;
        }
    }
    return changed;
}
