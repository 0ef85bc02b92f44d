int mail_put(int m);
int mail_take(void);
int mail_full_twice(int a, int b);
