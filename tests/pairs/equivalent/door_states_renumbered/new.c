/* Controller of a sliding door. */
typedef enum { ST_OPENING, ST_CLOSING, ST_CLOSED, ST_OPEN } door_t;
enum { BUTTON = 1, LIMIT, TIMEOUT, OBSTACLE };

static door_t door = ST_CLOSED;

void door_event(int event)
{
    if (event == BUTTON) {
        if (door == ST_CLOSED || door == ST_CLOSING)
            door = ST_OPENING;
    } else if (event == LIMIT) {
        if (door == ST_OPENING)
            door = ST_OPEN;
        else if (door == ST_CLOSING)
            door = ST_CLOSED;
    } else if (event == TIMEOUT && door == ST_OPEN) {
        door = ST_CLOSING;
    } else if (event == OBSTACLE && door == ST_CLOSING) {
        door = ST_OPENING;
    }
}

int door_motor(void)
{
    static const signed char drive[4] = {1, -1, 0, 0};

    return drive[door];
}
