#include <stdint.h>

struct uart {
	volatile uint32_t data;
	volatile uint32_t status;
	volatile uint32_t control;
};

#define ST_READY 0x01u
#define ST_ERROR 0x06u

/* Returns the received byte, -1 if there is none, -2 on a line error. */
int uart_getc(struct uart *u)
{
	uint32_t status = u->status;

	if (!(status & ST_READY))
		return -1;
	if (u->status & ST_ERROR)
		return -2;
	return (int)(u->data & 0xff);
}
