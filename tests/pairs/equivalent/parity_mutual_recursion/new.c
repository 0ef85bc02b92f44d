static int is_odd(int n);
int is_even(int n) {
    return n == 0 ? 1 : is_odd(n - 1);
}
static int is_odd(int n) {
    int answer = 0;
    if (n != 0)
        answer = is_even(n + -1);
    return answer;
}
