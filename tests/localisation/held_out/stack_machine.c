// fault: line 55
#include <assert.h>

int nondet_int(void);

enum code { PUSH, ADD, SUB, DUP, SWAP, DROP, HALT };

#define DEPTH 4
#define LENGTH 4

struct instruction {
    int code;
    int operand;
};

struct machine {
    int stack[DEPTH];
    int top;
    int fault;
};

static void push(struct machine *m, int value)
{
    if (m->top == DEPTH) {
        m->fault = 1;
        return;
    }
    m->stack[m->top++] = value;
}

static int pop(struct machine *m)
{
    if (m->top == 0) {
        m->fault = 1;
        return 0;
    }
    return m->stack[--m->top];
}

static void execute(struct machine *m, struct instruction i)
{
    int a, b;
    switch (i.code) {
    case PUSH:
        push(m, i.operand);
        break;
    case ADD:
        b = pop(m);
        a = pop(m);
        push(m, a + b);
        break;
    case SUB:
        b = pop(m);
        a = pop(m);
        push(m, b - a);
        break;
    case DUP:
        a = pop(m);
        push(m, a);
        push(m, a);
        break;
    case SWAP:
        b = pop(m);
        a = pop(m);
        push(m, b);
        push(m, a);
        break;
    case DROP:
        pop(m);
        break;
    }
}

static void run(struct machine *m, const struct instruction *program, int length)
{
    int pc;
    m->top = 0;
    m->fault = 0;
    for (pc = 0; pc < length && !m->fault; pc++) {
        if (program[pc].code == HALT)
            break;
        execute(m, program[pc]);
    }
}

int main(void)
{
    struct instruction program[LENGTH];
    struct machine m;
    int i;
    for (i = 0; i < LENGTH; i++) {
        program[i].code = nondet_int();
        program[i].operand = nondet_int();
        __CPROVER_assume(program[i].code >= PUSH && program[i].code <= HALT);
        __CPROVER_assume(program[i].operand >= 0 && program[i].operand <= 100);
    }
    __CPROVER_assume(program[0].code == PUSH && program[1].code == PUSH);
    run(&m, program, LENGTH);
    assert(m.top >= 0 && m.top <= DEPTH);
    if (program[2].code == SUB && program[3].code == HALT)
        assert(m.stack[0] == program[0].operand - program[1].operand);
    if (program[2].code == SWAP && program[3].code == HALT)
        assert(m.stack[0] == program[1].operand && m.top == 2);
    return 0;
}
