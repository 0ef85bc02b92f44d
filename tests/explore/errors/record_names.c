/* explore: --function initial
 * error: index-out-of-bounds
 * run: initial(0, 4); */
struct person {
    char first[4];
    char last[4];
    int age;
};

static struct person people[2] = {{"Ann", "Lee", 31}, {"Bob", "Ray", 44}};

int initial(unsigned who, unsigned letter)
{
    if (who >= 2)
        return 0;
    if (letter > 4)
        return 0;
    return people[who].first[letter];
}
