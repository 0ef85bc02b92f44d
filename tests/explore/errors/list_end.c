/* explore: --function third
 * error: null-access
 * run: third(1); */
struct node {
    int value;
    struct node *next;
};

int third(int n)
{
    struct node c = {3, 0}, b = {2, n > 2 ? &c : 0}, a = {1, n > 1 ? &b : 0};
    struct node *p = &a;
    for (int i = 0; i < 2; i++)
        p = p->next;
    return p ? p->value : 0;
}
