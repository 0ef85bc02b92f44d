/* explore: --function grade
 * run: grade(10);
 * run: grade(95);
 * run: grade(60); */
int grade(int points)
{
    int result = 5;
    if (points >= 90)
        result = 1;
    else if (points >= 50)
        result = 3;
    if (result == 1)
        return 'A';
    return 'B';
}
