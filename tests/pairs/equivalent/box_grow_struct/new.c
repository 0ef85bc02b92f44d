/* Grows a rectangle on all sides; -1 if there is none. */
#include <stddef.h>

struct box {
    unsigned left, top, right, bottom;
};

int grow_box(struct box *box, unsigned margin)
{
    struct box grown;

    if (!box)
        return -1;
    grown.left = box->left - margin;
    grown.top = box->top - margin;
    grown.right = box->right + margin;
    grown.bottom = box->bottom + margin;
    *box = grown;
    return grown.left <= grown.right && grown.top <= grown.bottom;
}
