#include <stddef.h>

#define CMD_NOP   0x00
#define CMD_PUSH  0x10
#define CMD_ADD   0x20
#define CMD_DROP  0x21
#define STACK_MAX 4

int run(const unsigned char *code, size_t n)
{
    int stack[STACK_MAX], sp = 0;

    for (size_t i = 0; code && i < n; i++) {
        if (code[i] == CMD_NOP)
            continue;
        if (code[i] == CMD_PUSH) {
            if (sp == STACK_MAX || ++i == n)
                return -1;
            stack[sp++] = code[i];
        } else if (code[i] == CMD_ADD && sp >= 2) {
            stack[sp - 2] = (stack[sp - 2] + stack[sp - 1]) & 0xFFFF;
            sp--;
        } else if (code[i] == CMD_DROP && sp >= 1) {
            sp--;
        } else {
            return -1;
        }
    }
    return sp ? stack[sp - 1] : 0;
}
