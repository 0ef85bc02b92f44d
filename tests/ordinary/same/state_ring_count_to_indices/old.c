#include <stdint.h>

#define LOG_SLOTS 16

static int32_t slots[LOG_SLOTS];
static int first;
static int count;

void log_push(int32_t value)
{
    if (count == LOG_SLOTS) {
        slots[first] = value;
        first = (first + 1) % LOG_SLOTS;
    } else {
        slots[(first + count) % LOG_SLOTS] = value;
        count++;
    }
}

int log_pop(int32_t *value)
{
    if (count == 0 || !value)
        return 0;
    *value = slots[first];
    first = (first + 1) % LOG_SLOTS;
    count--;
    return 1;
}

int log_count(void)
{
    return count;
}
