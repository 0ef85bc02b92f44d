/* Grows a rectangle on all sides; -1 if there is none. */
#include <stddef.h>

struct box {
    unsigned left, top, right, bottom;
};

int grow_box(struct box *box, unsigned margin)
{
    if (box == NULL)
        return -1;
    box->left = box->left - margin;
    box->right = box->right + margin;
    box->top = box->top - margin;
    box->bottom = box->bottom + margin;
    if (box->left > box->right || box->top > box->bottom)
        return 0;
    return 1;
}
