/* explore: --function search
 * run: search(3);
 * run: search(2);
 * run: search(10); */
static int table[5] = {2, 4, 6, 8, 10};

int search(int wanted)
{
    int *p = table + 4;
    for (int i = 0; i < 5; i++)
        if (*(p - i) == wanted)
            return 1;
    return 0;
}
