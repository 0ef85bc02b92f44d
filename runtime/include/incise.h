/* Markers of incise: what is symbolic, what is assumed, what must hold.
 *
 * incise explore follows every value the marked objects can have; incise replay feeds back the values of one test.
 * The i-th object made symbolic in a run is the i-th input of its test. Names are for people: they appear in reports
 * and need not be unique.
 */
#ifndef INCISE_H
#define INCISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The size bytes at addr may hold anything from here on. */
void incise_make_symbolic(void *addr, size_t size, const char *name);

/* Only executions in which cond is not 0 are looked at. */
void incise_assume(int cond);

/* It is an error if cond is 0. */
void incise_assert(int cond);

/* A fresh symbolic value of a scalar type; incise_bool gives only false or true. */
bool incise_bool(const char *name);
char incise_char(const char *name);
signed char incise_schar(const char *name);
unsigned char incise_uchar(const char *name);
short incise_short(const char *name);
unsigned short incise_ushort(const char *name);
int incise_int(const char *name);
unsigned incise_uint(const char *name);
long incise_long(const char *name);
unsigned long incise_ulong(const char *name);
long long incise_longlong(const char *name);
unsigned long long incise_ulonglong(const char *name);
int8_t incise_int8(const char *name);
uint8_t incise_uint8(const char *name);
int16_t incise_int16(const char *name);
uint16_t incise_uint16(const char *name);
int32_t incise_int32(const char *name);
uint32_t incise_uint32(const char *name);
int64_t incise_int64(const char *name);
uint64_t incise_uint64(const char *name);
size_t incise_size(const char *name);
float incise_float(const char *name);
double incise_double(const char *name);

#endif
