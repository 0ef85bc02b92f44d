unsigned hash_a(unsigned char c);
unsigned hash_b(unsigned char c);
