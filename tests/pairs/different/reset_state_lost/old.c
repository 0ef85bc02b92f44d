/* A pulse counts when it was high three times in a row. */
unsigned run_length;
int output_level;

int filter_pulse(int level)
{
    if (level) {
        run_length++;
        if (run_length >= 3)
            output_level = 1;
    } else {
        run_length = 0;
        output_level = 0;
    }
    return output_level;
}
