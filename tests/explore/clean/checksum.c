/* explore: --function checksum
 * run: checksum(1, 2, 3);
 * run: checksum(255, 255, 255); */
int checksum(unsigned char a, unsigned char b, unsigned char c)
{
    unsigned sum = 7u;
    sum = sum * 16777619 + a;
    sum = sum * 257 + b;
    sum = sum * 257 + c;
    return sum > 100;
}
