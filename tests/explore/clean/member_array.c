/* explore: --function set_digit
 * run: set_digit(5, 'x');
 * run: set_digit(6, 'x');
 * run: set_digit(100, 'x'); */
struct number {
    char digit[6];
    char sign;
    short exponent;
};

int set_digit(unsigned place, char value)
{
    struct number n = {"00000", '+', 0};
    if (place < sizeof n.digit)
        n.digit[place] = value;
    return n.sign;
}
