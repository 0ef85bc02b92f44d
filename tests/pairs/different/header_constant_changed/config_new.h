#define LOW_LEVEL 50
#define HYSTERESIS 8
