/* explore: --function pack
 * run: pack(127, 255);
 * run: pack(3, 9); */
int pack(unsigned char high, unsigned char low)
{
    unsigned wide = high;
    return (int)(wide << 24) + low;
}
