/* Dimmer with five levels. */
static int value = 100;

int dim_up(void)
{
    switch (value) {
    case 0: value = 10; break;
    case 10: value = 30; break;
    case 30: value = 60; break;
    default: value = 100; break;
    }
    return value;
}

int dim_down(void)
{
    switch (value) {
    case 100: value = 60; break;
    case 60: value = 30; break;
    case 30: value = 10; break;
    default: value = 0; break;
    }
    return value;
}
