struct rect { int left, top, right, bottom; };

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define EMPTY(r) ((r)->left >= (r)->right || (r)->top >= (r)->bottom)

int rect_intersect(struct rect *out, const struct rect *a, const struct rect *b)
{
    struct rect r;

    if (!out || !a || !b)
        return 0;
    r.left = MAX(a->left, b->left);
    r.top = MAX(a->top, b->top);
    r.right = MIN(a->right, b->right);
    r.bottom = MIN(a->bottom, b->bottom);
    if (EMPTY(&r))
        return 0;
    *out = r;
    return 1;
}
