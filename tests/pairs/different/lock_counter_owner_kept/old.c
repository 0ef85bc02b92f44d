/* A lock that its owner can take again, up to 15 times. */
static unsigned owner;
static unsigned depth;

int lock(unsigned char who)
{
    if (depth == 0) {
        owner = who;
        depth = 1;
        return 1;
    }
    if (owner != who || depth == 15)
        return 0;
    depth++;
    return 1;
}

int unlock(unsigned char who)
{
    if (depth == 0 || owner != who)
        return 0;
    depth--;
    return 1;
}
