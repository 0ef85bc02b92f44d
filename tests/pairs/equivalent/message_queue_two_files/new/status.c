#include "api.h"

int mail_full_twice(int a, int b)
{
    int first = mail_put(a);

    return first == 0 && mail_put(b) == 0;
}
