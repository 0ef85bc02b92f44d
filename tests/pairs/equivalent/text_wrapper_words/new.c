/* Where a word of this length starts on a page of 40 columns; 0 begins a line. */
#define WIDTH 40

static int room = WIDTH;

void new_line(void)
{
    room = WIDTH;
}

int place_word(unsigned char length)
{
    int start = 0;

    if (room < WIDTH && length < room) {
        start = WIDTH - room + 1;
        room -= length + 1;
    } else {
        room = length < WIDTH ? WIDTH - length : 0;
    }
    return start;
}
