/* Adds the payload of all records of type 1 in a message: type, length, payload. */
#define SIZE 12

int sum_records(const unsigned char message[SIZE])
{
    int at = 0;
    int sum = 0;
    int type, length, i;

next:
    if (at + 2 > SIZE)
        goto done;
    type = message[at];
    if (type == 0)
        goto done;
    length = message[at + 1];
    at += 2;
    if (at + length > SIZE)
        return -1;
    if (type == 1)
        for (i = 0; i < length; i++)
            sum += message[at + i];
    at += length;
    goto next;
done:
    return sum;
}
