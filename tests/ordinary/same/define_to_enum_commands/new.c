#include <stddef.h>

enum command { CMD_NOP, CMD_PUSH = 0x10, CMD_ADD = 0x20, CMD_DROP };
enum { STACK_MAX = 4 };

int run(const unsigned char *code, size_t n)
{
    int stack[STACK_MAX];
    int sp = 0;

    if (!code)
        return 0;
    for (size_t i = 0; i < n; i++) {
        switch (code[i]) {
        case CMD_NOP:
            break;
        case CMD_PUSH:
            if (sp == STACK_MAX || ++i == n)
                return -1;
            stack[sp++] = code[i];
            break;
        case CMD_ADD:
            if (sp < 2)
                return -1;
            sp--;
            stack[sp - 1] = (stack[sp - 1] + stack[sp]) & 0xFFFF;
            break;
        case CMD_DROP:
            if (sp < 1)
                return -1;
            sp--;
            break;
        default:
            return -1;
        }
    }
    return sp ? stack[sp - 1] : 0;
}
