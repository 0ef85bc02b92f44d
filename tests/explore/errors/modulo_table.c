/* explore: --function slot
 * error: division-by-zero
 * run: slot(2, 9); */
static const unsigned char sizes[4] = {7, 11, 0, 17};

int slot(unsigned table, unsigned key)
{
    return (int)(key % sizes[table & 3]);
}
