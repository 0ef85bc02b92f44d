/* Payload of a message of six bytes: type, length, payload; -1 if it does not fit. */
int payload_bytes(const unsigned char message[6])
{
    int length = (signed char)message[1];

    if (message[0] == 0)
        return 0;
    if (length > 4)
        return -1;
    return length;
}
