/* explore: --function ready
 * error: invalid-value
 * run: ready(4); */
#include <stdbool.h>

struct device {
    bool ready;
    char id;
};

int ready(unsigned char status)
{
    struct device d = {false, 3};
    *(unsigned char *)&d = status;
    return d.ready ? d.id : 0;
}
