/* Moves the history by one and puts a new value first. */
int history[6];

void shift_history(int value)
{
    int i;

    for (i = 5; i > 0; i--)
        history[i] = history[i - 1];
    history[0] = value;
}
