#include <assert.h>
#define N 3
int nondet_int(void);
static int data[N];
static int top;
int push(int v) { if (top > N) return 0; data[top++] = v; return 1; } /* the fault */
int pop(void) { return data[--top]; }
int main(void) {
    int depth = 0;
    for (int i = 0; i < 8; i++) {
        if (nondet_int()) { if (push(i)) depth++; }
        else if (top > 0) { pop(); depth--; }
    }
    assert(depth == top);
}
