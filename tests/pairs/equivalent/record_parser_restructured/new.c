/* Adds the payload of all records of type 1 in a message: type, length, payload. */
#define SIZE 12

int sum_records(const unsigned char message[SIZE])
{
    int at = 0;
    int sum = 0;

    while (at <= SIZE - 2) {
        int type = message[at];
        int end;

        if (type == 0)
            break;
        end = at + 2 + message[at + 1];
        if (end > SIZE)
            return -1;
        if (type != 1) {
            at = end;
            continue;
        }
        for (at += 2; at < end; at++)
            sum += message[at];
    }
    return sum;
}
