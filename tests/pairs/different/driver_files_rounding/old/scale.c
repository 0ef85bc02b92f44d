#include "api.h"

int scale_reading(int raw)
{
    return raw * 5 / 2;
}
