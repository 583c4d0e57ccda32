// because: check
// expect: exit 6
int main(void) {
    int _Complex z = 17 + 5i;
    z = z / (3 - 2i); /* GCC divides by the larger part first, and rounds there: 5 + 1i */
    return __real__ z > 2;
}
