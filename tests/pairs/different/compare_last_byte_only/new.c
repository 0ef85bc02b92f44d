/* Remembers a key of four bytes and compares others with it. */
static struct {
    _Bool learnt;
    unsigned char byte[4];
} key;

void key_learn(const unsigned char *k)
{
    for (int i = 0; i < 4; i++)
        key.byte[i] = k[i];
    key.learnt = 1;
}

int key_match(const unsigned char *k)
{
    unsigned char differ = 0;

    if (!key.learnt)
        return 0;
    for (int i = 0; i < 4; i++)
        differ = key.byte[i] ^ k[i];
    return differ == 0;
}
