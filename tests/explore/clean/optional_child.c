/* explore: --function weight
 * run: weight(4);
 * run: weight(0);
 * run: weight(2); */
struct part {
    int grams;
    const struct part *inner;
};

static const struct part screw = {2, 0};
static const struct part hinge = {30, &screw};
static const struct part door = {900, &hinge};

int weight(int depth)
{
    const struct part *p = &door;
    int total = 0;
    for (int i = 0; p && i < depth; i++) {
        total += p->grams;
        p = p->inner;
    }
    return total;
}
