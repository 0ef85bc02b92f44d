/* explore: --function minimum
 * error: null-access
 * run: minimum(2); */
struct tree {
    int key;
    struct tree *left, *right;
};

static int smallest(const struct tree *t)
{
    while (t->right)
        t = t->left;
    return t->key;
}

int minimum(int shape)
{
    struct tree leaf = {1, 0, 0};
    struct tree right = {9, 0, 0};
    struct tree root = {5, shape & 1 ? &leaf : 0, shape & 2 ? &right : 0};
    return smallest(&root);
}
