#include <stdbool.h>

struct range { int begin, end; };

bool range_contains(struct range interval, int position)
{
    return interval.begin <= position && position < interval.end;
}

bool range_overlaps(struct range r, struct range l)
{
    return r.begin < l.end && l.begin < r.end;
}

struct range range_join(struct range first, struct range second)
{
    struct range joined = {
        second.begin < first.begin ? second.begin : first.begin,
        second.end > first.end ? second.end : first.end,
    };

    return joined;
}
