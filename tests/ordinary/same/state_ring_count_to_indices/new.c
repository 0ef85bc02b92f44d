#include <stdint.h>

#define LOG_SLOTS 16
#define SLOT(i) ((i) & (LOG_SLOTS - 1))

static int32_t slots[LOG_SLOTS];
static uint8_t wr, rd;

int log_count(void)
{
    return (uint8_t)(wr - rd);
}

void log_push(int32_t value)
{
    if (log_count() == LOG_SLOTS)
        rd++;
    slots[SLOT(wr++)] = value;
}

int log_pop(int32_t *value)
{
    if (wr == rd || !value)
        return 0;
    *value = slots[SLOT(rd++)];
    return 1;
}
