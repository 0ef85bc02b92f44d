/* explore: --function granted
 * error: bad-shift
 * run: struct user u = {1, -1}; granted(u, 1); */
struct user {
    unsigned rights;
    signed char level;
};

int granted(struct user u, unsigned char need)
{
    if (u.level < -1 || u.level > 31)
        return 0;
    return (u.rights >> u.level & 1u) && need < 3;
}
