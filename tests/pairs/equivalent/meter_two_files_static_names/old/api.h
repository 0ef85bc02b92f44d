void flow_pulse(void);
unsigned flow_total(void);
void leak_pulse(void);
unsigned leak_total(void);
