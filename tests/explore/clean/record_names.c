/* explore: --function initial
 * run: initial(0, 3);
 * run: initial(1, 0);
 * run: initial(1, 4);
 * run: initial(2, 0); */
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
    if (letter >= 4)
        return 0;
    return people[who].first[letter];
}
