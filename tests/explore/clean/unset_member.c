/* explore: --function area
 * run: area(1);
 * run: area(2); */
struct shape {
    int kind, width, height;
};

static void init(struct shape *s, int kind)
{
    s->kind = kind;
    s->width = 2;
    if (kind == 1 || kind != 1)
        s->height = 3;
}

int area(int kind)
{
    struct shape s;
    init(&s, kind);
    if (s.width * 2 > 3 && s.height > 1)
        return 1;
    return 0;
}
