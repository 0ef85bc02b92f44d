/* explore: --function header
 * run: header(0x500);
 * run: header(0x501);
 * run: header(0xffff); */
struct header {
    unsigned char tag;
    unsigned char length;
};

static int read_header(struct header *h, unsigned word)
{
    h->tag = word & 255;
    if (h->tag == 0)
        return -1;
    h->length = word >> 8 & 255;
    return 0;
}

int header(unsigned word)
{
    struct header h;
    if (read_header(&h, word) != 0)
        return -1;
    return h.length > 10 ? 2 : 1;
}
