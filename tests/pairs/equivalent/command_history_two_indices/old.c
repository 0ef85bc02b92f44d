/* The last three commands, newest first. */
static int commands[3];
static int used;

void remember(int command)
{
    if (command < 0)
        return;
    commands[2] = commands[1];
    commands[1] = commands[0];
    commands[0] = command;
    if (used < 3)
        used++;
}

int recall(int n)
{
    if (n < 0 || n >= used)
        return -1;
    return commands[n];
}
