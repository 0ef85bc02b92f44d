/* explore: --function granted
 * run: granted((struct user){1, -1}, 1);
 * run: granted((struct user){5, 31}, 9); */
struct user {
    unsigned rights;
    signed char level;
};

int granted(struct user u, unsigned char need)
{
    if (u.level < 0 || u.level > 31)
        return 0;
    return (u.rights >> u.level & 1u) && need < 3;
}
