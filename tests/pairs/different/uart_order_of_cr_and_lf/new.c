/* Sends characters; a newline becomes CR LF, a repeated newline is dropped. */
#include <stdbool.h>

void uart_write(int c);

static bool after_newline;

void console_put(int c)
{
    bool newline = c == '\n';

    if (newline && after_newline)
        return;
    uart_write(c);
    if (newline)
        uart_write('\r');
    after_newline = newline;
}

void console_flush(void)
{
    after_newline = false;
}
