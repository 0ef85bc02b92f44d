struct rect { int left, top, right, bottom; };

static inline int min(int a, int b)
{
    return a < b ? a : b;
}

static inline int max(int a, int b)
{
    return a > b ? a : b;
}

static inline int has_area(struct rect r)
{
    return r.left < r.right && r.top < r.bottom;
}

int rect_intersect(struct rect *out, const struct rect *a, const struct rect *b)
{
    struct rect r;

    if (!out || !a || !b)
        return 0;
    r = (struct rect){
        .left = max(a->left, b->left),
        .top = max(a->top, b->top),
        .right = min(a->right, b->right),
        .bottom = min(a->bottom, b->bottom),
    };
    if (has_area(r)) {
        *out = r;
        return 1;
    }
    return 0;
}
