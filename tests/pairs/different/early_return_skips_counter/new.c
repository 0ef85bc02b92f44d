/* Takes one byte of a stream: counts it and adds it up. */
unsigned received;
unsigned char checksum;

int receive(unsigned char byte)
{
    if (byte == 0)
        return 1;
    checksum = (unsigned char)(checksum + byte);
    received++;
    return 0;
}
