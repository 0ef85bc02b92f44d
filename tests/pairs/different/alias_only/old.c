/* Multiplies a complex number by a constant: out = a * (re + i im). */
struct complex_number { unsigned re, im; };

void complex_multiply(struct complex_number *out, const struct complex_number *a, unsigned re, unsigned im)
{
    unsigned real = a->re * re - a->im * im;
    unsigned imaginary = a->re * im + a->im * re;

    out->re = real;
    out->im = imaginary;
}
