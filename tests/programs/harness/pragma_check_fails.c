// because: check
// expect: fails signed_overflow at line 9
int main(void) {
    int x;
#pragma CPROVER check push
#pragma CPROVER check disable "signed-overflow"
    int y = x + 1;
#pragma CPROVER check pop
    return y == x + 2;
}
