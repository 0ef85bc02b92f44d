#include "api.h"

int mail_full_twice(int a, int b)
{
    return !mail_put(a) && !mail_put(b);
}
