/* A quantiser of fixed bins, and its inverse. Negative numbers are rounded the wrong way. */
int nondet_int(void);

#define PIXELS 6

int main(void)
{
    int image[PIXELS], codes[PIXELS];
    const int bin = 12;
    for (int i = 0; i < PIXELS; i++) {
        int pixel = nondet_int();
        __CPROVER_assume(pixel >= -1000 && pixel <= 1000);
        image[i] = pixel;
    }
    for (int i = 0; i < PIXELS; i++) {
        int value = image[i];
        int code;
        if (value >= 0)
            code = (value + bin / 2) / bin;
        else
            code = (value + bin / 2) / bin;
        codes[i] = code;
    }
    int worst = 0;
    for (int i = 0; i < PIXELS; i++) {
        int back = codes[i] * bin;
        int error = image[i] - back;
        if (error < 0)
            error = -error;
        if (error > worst)
            worst = error;
    }
    assert(worst <= bin / 2);
    return 0;
}
