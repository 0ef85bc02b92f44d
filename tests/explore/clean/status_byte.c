/* explore: --function ready
 * run: ready(4);
 * run: ready(128);
 * run: ready(0); */
#include <stdbool.h>

struct device {
    bool ready;
    char id;
};

int ready(unsigned char status)
{
    struct device d = {false, 3};
    *(unsigned char *)&d = status >> 7;
    return d.ready ? d.id : 0;
}
