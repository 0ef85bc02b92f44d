/* [idise-icsm2012] §II-D: a caller whose change is seen in its callee. */
int B(int x) {
    if (x > 0)
        return 1;
    else
        return 0;
}

int A(int x) {
    x = x + 1;
    return B(x);
}
