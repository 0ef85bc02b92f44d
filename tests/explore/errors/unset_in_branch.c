/* explore: --function grade
 * error: uninitialised
 * run: grade(10); */
int grade(int points)
{
    int result;
    if (points >= 90)
        result = 1;
    else if (points >= 50)
        result = 3;
    if (result == 1)
        return 'A';
    return 'B';
}
