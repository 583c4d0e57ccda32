/* One step after another of an adaptive predictor as in G.721: the difference is quantised in the logarithmic
   domain, the scale factor adapts. The scale is limited from above only. */
int nondet_int(void);

static const int powers[12] = { 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048 };
static const int decisions[7] = { -124, 80, 178, 246, 300, 349, 400 };
static const int weights[8] = { -12, 18, 41, 64, 112, 198, 355, 1122 };

static int quan(int value, const int *table, int size)
{
    int i;
    for (i = 0; i < size; i++)
        if (value < table[i])
            break;
    return i;
}

static int quantize(int d, int y)
{
    int magnitude = d < 0 ? -d : d;
    int exponent = quan(magnitude >> 1, powers, 12);
    int mantissa = ((magnitude << 7) >> exponent) & 127;
    int logarithm = (exponent << 7) + mantissa;
    int normal = logarithm - (y >> 2);
    return quan(normal, decisions, 7);
}

#define STEPS 3

int main(void)
{
    int yu = 544, scale = 544, estimate = 0;
    for (int n = 0; n < STEPS; n++) {
        int sample = nondet_int();
        __CPROVER_assume(sample >= -4096 && sample < 4096);
        int d = sample - estimate;
        int code = quantize(d, scale);
        yu = yu + ((weights[code] * 32 - yu) >> 5);
        if (yu > 5120)
            yu = 5120;
        scale = (yu + 3 * scale) >> 2;
        int step = powers[(scale >> 9) & 7];
        if (d < 0)
            estimate -= step * code;
        else
            estimate += step * code;
        estimate -= estimate >> 3;
    }
    assert(scale <= 700);
    return 0;
}
