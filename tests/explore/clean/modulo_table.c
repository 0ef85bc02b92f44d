/* explore: --function slot
 * run: slot(2, 9);
 * run: slot(7, 100); */
static const unsigned char sizes[4] = {7, 11, 13, 17};

int slot(unsigned table, unsigned key)
{
    return (int)(key % sizes[table & 3]);
}
