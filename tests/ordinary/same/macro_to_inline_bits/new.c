#include <stdint.h>

struct field {
    unsigned width, pos;
};

static const struct field mode_field = { 3, 4 };
static const struct field speed_field = { 8, 16 };

static inline uint32_t mask(struct field f)
{
    return ((1u << f.width) - 1u) << f.pos;
}

static inline uint32_t get(uint32_t reg, struct field f)
{
    return (reg & mask(f)) >> f.pos;
}

static inline uint32_t with(uint32_t reg, struct field f, uint32_t value)
{
    return (reg & ~mask(f)) | (value << f.pos & mask(f));
}

static uint32_t control = 0x00000120u;

uint32_t control_set(uint32_t mode, uint32_t speed)
{
    control = with(with(control, mode_field, mode), speed_field, speed);
    return control;
}

uint32_t control_mode(void)
{
    return get(control, mode_field);
}

uint32_t control_speed(void)
{
    return get(control, speed_field);
}
