#include <stdint.h>

#define FIELD_MASK(width, pos) (((1u << (width)) - 1u) << (pos))
#define FIELD_GET(reg, width, pos) (((reg) & FIELD_MASK(width, pos)) >> (pos))
#define FIELD_SET(reg, width, pos, val) \
    ((reg) = ((reg) & ~FIELD_MASK(width, pos)) | (((val) << (pos)) & FIELD_MASK(width, pos)))

static uint32_t control = 0x00000120u;

uint32_t control_set(uint32_t mode, uint32_t speed)
{
    FIELD_SET(control, 3, 4, mode);
    FIELD_SET(control, 8, 16, speed);
    return control;
}

uint32_t control_mode(void)
{
    return FIELD_GET(control, 3, 4);
}

uint32_t control_speed(void)
{
    return FIELD_GET(control, 8, 16);
}
