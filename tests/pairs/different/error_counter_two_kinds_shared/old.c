/* Errors by kind. */
static unsigned errors[3];

void error_count(int code)
{
    if (code >= 0 && code < 3)
        errors[code]++;
}

unsigned error_total(void)
{
    return errors[0] + errors[1] + errors[2];
}

unsigned error_of(int code)
{
    return code >= 0 && code < 3 ? errors[code] : 0;
}
