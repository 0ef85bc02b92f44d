unsigned digit_count(unsigned long n)
{
    unsigned count = 1;

    for (; n >= 10; n /= 10)
        count++;
    return count;
}

unsigned digit_sum(unsigned long n)
{
    unsigned sum = 0;

    do
        sum += (unsigned)(n % 10);
    while ((n /= 10) != 0);
    return sum;
}

int is_palindrome(unsigned long n)
{
    unsigned long mirror = 0;

    for (unsigned long rest = n; rest != 0; rest /= 10)
        mirror = mirror * 10 + rest % 10;
    return mirror == n;
}
