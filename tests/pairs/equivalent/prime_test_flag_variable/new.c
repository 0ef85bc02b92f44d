/* Whether n is prime. */
int is_prime(unsigned n)
{
    unsigned d = 2;
    int prime = n >= 2;

    while (prime && d < n) {
        if (n % d == 0)
            prime = 0;
        d++;
    }
    return prime;
}
