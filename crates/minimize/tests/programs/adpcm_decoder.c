/* The decoder for the coder beside it. The index is clamped before it is used but not below zero. */
unsigned char nondet_uchar(void);

static const int step_sizes[24] = { 7,  8,  10, 11,  13,  16,  19,  23,  28,  34,  41,  50,
                                    60, 73, 88, 107, 130, 157, 190, 230, 279, 337, 408, 494 };
static const int index_steps[16] = { -1, -1, -1, -1, 2, 4, 6, 8, -1, -1, -1, -1, 2, 4, 6, 8 };

#define SAMPLES 8

int main(void)
{
    int predicted = 0, index = 9, even = 1, buffer = 0;
    int out[SAMPLES];
    for (int n = 0; n < SAMPLES; n++) {
        int delta;
        if (even) {
            buffer = nondet_uchar();
            delta = buffer >> 4;
        } else {
            delta = buffer & 15;
        }
        even = !even;
        int step = step_sizes[index];
        index += index_steps[delta];
        if (index > 23)
            index = 23;
        int sign = delta & 8;
        delta &= 7;
        int change = step >> 3;
        if (delta & 4)
            change += step;
        if (delta & 2)
            change += step >> 1;
        if (delta & 1)
            change += step >> 2;
        if (sign)
            predicted -= change;
        else
            predicted += change;
        if (predicted > 700)
            predicted = 700;
        else if (predicted < -700)
            predicted = -700;
        out[n] = predicted;
    }
    assert(out[SAMPLES - 1] - out[SAMPLES - 2] <= 650);
    return 0;
}
