unsigned digit_count(unsigned long n)
{
    unsigned count = 0;

    do {
        count++;
        n /= 10;
    } while (n > 0);
    return count;
}

unsigned digit_sum(unsigned long n)
{
    unsigned sum = 0;

    while (n > 0) {
        sum += (unsigned)(n % 10);
        n /= 10;
    }
    return sum;
}

int is_palindrome(unsigned long n)
{
    unsigned long rest = n, mirror = 0;

    do {
        mirror = mirror * 10 + rest % 10;
        rest /= 10;
    } while (rest != 0);
    return mirror == n;
}
