/* Figure 1 of "Making the Most of BMC Counterexamples", figure 6.1 of the thesis. */
void f(int a, int b, int c)
{
    int temp;
    if (a > b) {
        temp = a;
        a = b;
        b = temp;
    }
    if (b > c) {
        temp = b;
        b = c;
        c = temp;
    }
    if (a < b) {
        temp = a;
        a = b;
        b = temp;
    }
    assert((a <= b) && (b <= c));
}
