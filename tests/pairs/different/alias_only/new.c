/* Multiplies a complex number by a constant: out = a * (re + i im). */
struct complex_number { unsigned re, im; };

void complex_multiply(struct complex_number *out, const struct complex_number *a, unsigned re, unsigned im)
{
    out->re = a->re * re - a->im * im;
    out->im = a->re * im + a->im * re;
}
