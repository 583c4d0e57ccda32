/* An adaptive differential coder: 4 bits for the difference of each sample from its prediction. The prediction is not
   clamped to 16 bits where it falls. */
int nondet_int(void);

static const int step_sizes[24] = { 7,  8,  10, 11,  13,  16,  19,  23,  28,  34,  41,  50,
                                    60, 73, 88, 107, 130, 157, 190, 230, 279, 337, 408, 494 };
static const int index_steps[8] = { -1, -1, -1, -1, 2, 4, 6, 8 };

#define SAMPLES 8

int main(void)
{
    int predicted = 0, index = 0, buffer = 0, even = 1, last = 0;
    unsigned char coded[SAMPLES / 2];
    for (int n = 0; n < SAMPLES; n++) {
        int sample = nondet_int();
        __CPROVER_assume(sample >= -300 && sample <= 300);
        int step = step_sizes[index];
        int difference = sample - predicted;
        int sign = 0;
        if (difference < 0) {
            sign = 8;
            difference = -difference;
        }
        int delta = 0;
        int change = step >> 3;
        if (difference >= step) {
            delta = 4;
            difference -= step;
            change += step;
        }
        step >>= 1;
        if (difference >= step) {
            delta |= 2;
            difference -= step;
            change += step;
        }
        step >>= 1;
        if (difference >= step) {
            delta |= 1;
            change += step;
        }
        if (sign)
            predicted -= change;
        else
            predicted += change;
        if (predicted > 300)
            predicted = 300;
        index += index_steps[delta];
        if (index < 0)
            index = 0;
        if (index > 23)
            index = 23;
        if (even) {
            buffer = (sign | delta) << 4;
        } else {
            coded[last] = (unsigned char)(buffer | sign | delta);
            last++;
        }
        even = !even;
    }
    assert(predicted >= -300);
    return coded[0];
}
