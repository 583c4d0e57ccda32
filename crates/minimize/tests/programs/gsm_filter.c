/* A short-term analysis filter as in GSM full rate: a lattice of six stages with saturating arithmetic in 16 bits.
   The energy is not scaled. */
short nondet_short(void);

#define STAGES 6
#define SAMPLES 2

static short mult_r(short a, short b)
{
    return (short)(((int)a * b + 16384) >> 15);
}

static short add(short a, short b)
{
    int sum = (int)a + b;
    if (sum > 32767)
        return 32767;
    if (sum < -32768)
        return -32768;
    return (short)sum;
}

int main(void)
{
    short u[STAGES] = { 0 }, rp[STAGES] = { 13107, -6554, 3277, 1638, -32768, 409 };
    short energy = 0;
    for (int k = 0; k < SAMPLES; k++) {
        short sample = nondet_short();
        short di = sample, sav = sample;
        for (int i = 0; i < STAGES; i++) {
            short ui = u[i];
            short reflection = rp[i];
            u[i] = sav;
            short product = mult_r(reflection, di);
            sav = add(ui, product);
            product = mult_r(reflection, ui);
            di = add(di, product);
        }
        energy = add(energy, di < 0 ? (short)-di : di);
    }
    assert(energy < 3000);
    return 0;
}
