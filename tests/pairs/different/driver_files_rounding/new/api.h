int scale_reading(int raw);
int reading(int raw);
int reading_peak(void);
