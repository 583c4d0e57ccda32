// fault: line 31
#include <assert.h>

unsigned nondet_uint(void);

typedef unsigned int word;

struct field {
    int offset;
    int width;
};

static const struct field opcode = {26, 6};
static const struct field target = {21, 5};
static const struct field source = {16, 5};
static const struct field immediate = {0, 16};

static word mask(int width)
{
    return (1u << width) - 1u;
}

static word extract(word instruction, struct field f)
{
    return (instruction >> f.offset) & mask(f.width);
}

static word insert(word instruction, struct field f, word value)
{
    word cleared = instruction & ~(mask(f.width) << f.offset);
    return cleared | (value << f.offset);
}

static int sign_extended(word value, int width)
{
    word top = 1u << (width - 1);
    return (int)((value ^ top) - top);
}

static word encode(word op, word rt, word rs, int imm)
{
    word instruction = 0;
    instruction = insert(instruction, opcode, op);
    instruction = insert(instruction, target, rt);
    instruction = insert(instruction, source, rs);
    instruction = insert(instruction, immediate, (word)imm);
    return instruction;
}

int main(void)
{
    word op = nondet_uint();
    word rt = nondet_uint();
    word rs = nondet_uint();
    int imm = (int)nondet_uint();
    word code;
    __CPROVER_assume(op < 64 && rt < 32 && rs < 32);
    __CPROVER_assume(imm >= -32768 && imm < 32768);
    code = encode(op, rt, rs, imm);
    assert(extract(code, opcode) == op);
    assert(extract(code, target) == rt);
    assert(extract(code, source) == rs);
    assert(sign_extended(extract(code, immediate), 16) == imm);
    return 0;
}
