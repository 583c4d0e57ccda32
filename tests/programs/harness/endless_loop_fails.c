// because: check --unsigned-overflow-check
// expect: fails unsigned_overflow at line 9
// The loop has no end, so other claims are never decided; the one that fails is found all the same.

int main(void)
{
    unsigned from = __VERIFIER_nondet_uint();
    __CPROVER_assume(from < 10);
    for (unsigned i = from; i >= 0; i--)
        ;
    return 0;
}
