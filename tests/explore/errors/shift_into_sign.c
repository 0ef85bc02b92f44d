/* explore: --function pack
 * error: overflow
 * run: pack(200, 0); */
int pack(unsigned char high, unsigned char low)
{
    int wide = high;
    return (int)(wide << 24) + low;
}
