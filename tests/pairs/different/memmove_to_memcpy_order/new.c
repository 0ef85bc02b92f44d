/* Moves the history by one and puts a new value first. */
int history[6];

void shift_history(int value)
{
    int i;

    for (i = 0; i < 5; i++)
        history[i + 1] = history[i];
    history[0] = value;
}
