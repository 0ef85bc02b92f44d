/* Appends to a queue of eight, in a buffer with room to spare. */
#define CAPACITY 8
unsigned char queue[CAPACITY + 1];
unsigned count;
unsigned overruns;

int enqueue(unsigned char value)
{
    if (count > CAPACITY) {
        overruns++;
        return 0;
    }
    queue[count] = value;
    count++;
    return 1;
}
