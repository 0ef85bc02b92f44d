/* Checks a record of N fields, each by itself: in turn dates, amounts of money, postcodes, and account numbers with a check
 * digit. What is wrong with one field has nothing to do with another; the parts of a date, or an amount and its currency, belong together. */
#include <klee/klee.h>
#include <stdio.h>

#ifndef N
#define N 4
#endif

#include "repeat.h"

enum finding { FINE, TOO_SMALL, TOO_GREAT, NO_SUCH_DAY, NO_SUCH_CURRENCY, FRACTION, WRONG_DIGIT, RESERVED };
enum { FIRST_YEAR = 1900, LAST_YEAR = 2099, GREATEST_AMOUNT = 1000000, POSTCODES = 10000, BLOCKED_FROM = 900 };

struct field {
    unsigned char day, month;    /* of a date */
    unsigned short year;
    unsigned char currency;      /* of an amount */
    int cents;
    unsigned short number;       /* a postcode or an account */
};

static int days_of(int month, int year)
{
    if (month == 2) {
        if (year % 4 != 0 || (year % 100 == 0 && year != 2000))
            return 28;
        return 29;
    }
    if (month == 4 || month == 6 || month == 9 || month == 11)
        return 30;
    return 31;
}

static int check_date(int day, int month, int year)
{
    if (year < FIRST_YEAR)
        return TOO_SMALL;
    if (year > LAST_YEAR)
        return TOO_GREAT;
    if (month < 1 || month > 12)
        return NO_SUCH_DAY;
    if (day < 1 || day > days_of(month, year))
        return NO_SUCH_DAY;
    return FINE;
}

/* Yen have no cents. */
static int check_amount(int cents, int currency)
{
    if (currency != 'E' && currency != 'D' && currency != 'Y')
        return NO_SUCH_CURRENCY;
    if (currency == 'Y' && cents % 100 != 0)
        return FRACTION;
    if (cents <= 0)
        return TOO_SMALL;
    if (cents / 100 > GREATEST_AMOUNT)
        return TOO_GREAT;
    return FINE;
}

static int check_postcode(int postcode)
{
    if (postcode >= POSTCODES)
        return TOO_GREAT;
    if (postcode < 1000)
        return TOO_SMALL;
    if (postcode % 1000 >= BLOCKED_FROM)
        return RESERVED;
    return FINE;
}

/* The last of four digits is the sum of the others, modulo 10. */
static int check_account(int account)
{
    if (account > 9999)
        return TOO_GREAT;
    int sum = account / 1000 + account / 100 % 10 + account / 10 % 10;
    if (sum % 10 != account % 10)
        return WRONG_DIGIT;
    return FINE;
}

int main(void)
{
    struct field field[N];
    klee_make_symbolic(field, sizeof field, "field");
#define CHECK(i)                                                                                       \
    if ((i) % 4 == 0)                                                                                  \
        printf("%d date %d\n", i, check_date(field[i].day, field[i].month, field[i].year));            \
    if ((i) % 4 == 1)                                                                                  \
        printf("%d amount %d\n", i, check_amount(field[i].cents, field[i].currency));                  \
    if ((i) % 4 == 2)                                                                                  \
        printf("%d postcode %d\n", i, check_postcode(field[i].number));                                \
    if ((i) % 4 == 3)                                                                                  \
        printf("%d account %d\n", i, check_account(field[i].number));
    EACH(CHECK)
    return 0;
}
