// because: check
// expect: fails error_call at line 10
extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);
void reach_error(void) {}
struct packet { int kind; char body[4]; };
int main(void) {
    struct packet p = {0};
    __VERIFIER_nondet_memory(&p, sizeof p);
    if (p.kind == 77 && p.body[3] == 'z')
        reach_error(); /* fails */
}
