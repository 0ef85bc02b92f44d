#include <stdint.h>

#define ADC_BASE 0x40012000u
#define ADC_STATUS (*(volatile uint32_t *)(uintptr_t)(ADC_BASE + 0x00))
#define ADC_DATA (*(volatile uint32_t *)(uintptr_t)(ADC_BASE + 0x4c))
#define ADC_DONE 0x2u

static int clock_on;

void adc_clock(int on)
{
	clock_on = on;
}

int adc_read(void)
{
	uint32_t status;

	if (!clock_on)
		return -1;
	status = ADC_STATUS;
	if (!(status & ADC_DONE))
		return -2;
	return (int)(ADC_DATA & 0xfff);
}
