/* Takes one byte of a stream: counts it and adds it up. */
unsigned received;
unsigned char checksum;

int receive(unsigned char byte)
{
    int done = 0;

    if (byte == 0)
        done = 1;
    else
        checksum = (unsigned char)(checksum + byte);
    received++;
    return done;
}
