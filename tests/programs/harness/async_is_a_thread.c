// because: check
// expect: fails assertion at line 8
int shared;
void thread(void) { shared = 1; }
int main(void) {
__CPROVER_ASYNC_1:
    thread();
    assert(shared == 0);
}
