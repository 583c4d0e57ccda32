#include "stack.h"

int push(struct stack *s, int value) {
    if (s->used > ROOM)
        return 0;
    s->values[s->used++] = value;
    return 1;
}

int pop(struct stack *s) {
    return s->values[--s->used];
}
