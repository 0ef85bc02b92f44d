/* Sends characters; a newline becomes CR LF, a repeated newline is dropped. */
void uart_write(int c);

static int last = -1;

void console_put(int c)
{
    if (c == '\n') {
        if (last == '\n')
            return;
        uart_write('\r');
    }
    uart_write(c);
    last = c;
}

void console_flush(void)
{
    last = -1;
}
