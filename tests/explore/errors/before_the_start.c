/* explore: --function search
 * error: pointer-arithmetic
 * not natively: no sanitizer checks a pointer that is not used
 * run: search(3); */
static int table[5] = {2, 4, 6, 8, 10};

int search(int wanted)
{
    int *p = table + 4;
    while (p >= table && *p != wanted)
        p--;
    return p >= table;
}
