/* Controller of a sliding door. */
enum { CLOSED, OPENING, OPEN, CLOSING };
enum { BUTTON = 1, LIMIT = 2, TIMEOUT = 3, OBSTACLE = 4 };

static int state = CLOSED;

void door_event(int event)
{
    switch (state) {
    case CLOSED:
        if (event == BUTTON)
            state = OPENING;
        break;
    case OPENING:
        if (event == LIMIT)
            state = OPEN;
        break;
    case OPEN:
        if (event == TIMEOUT)
            state = CLOSING;
        break;
    case CLOSING:
        if (event == OBSTACLE || event == BUTTON)
            state = OPENING;
        else if (event == LIMIT)
            state = CLOSED;
        break;
    }
}

int door_motor(void)
{
    return state == OPENING ? 1 : state == CLOSING ? -1 : 0;
}
