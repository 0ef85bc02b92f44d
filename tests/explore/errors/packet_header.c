/* explore: --function type_of
 * error: index-out-of-bounds
 * run: type_of(4); */
struct packet {
    unsigned char header[4];
    unsigned char body[4];
};

static struct packet last = {{1, 2, 3, 4}, {5, 6, 7, 8}};

int type_of(unsigned field)
{
    if (field > sizeof last - 1)
        return -1;
    return last.header[field];
}
