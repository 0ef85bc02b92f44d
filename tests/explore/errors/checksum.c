/* explore: --function checksum
 * error: overflow
 * run: checksum(1, 2, 3); */
int checksum(unsigned char a, unsigned char b, unsigned char c)
{
    int sum = 7;
    sum = sum * 16777619 + a;
    sum = sum * 257 + b;
    sum = sum * 257 + c;
    return sum > 100;
}
