// because: check
// expect: exit 6
int main(void) {
    double _Complex z = 1.0 + 2.0i;
    z = z / (1.0 + 1.0i); /* what the library makes of it is not known */
    return __real__ z > 2;
}
