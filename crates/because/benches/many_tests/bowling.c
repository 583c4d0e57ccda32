// fault: return first == 10; => return first > 10;
// fault: sum += at(ball + 1) + at(ball + 2); => sum += at(ball + 1);
// fault: sum += at(ball + 2); /* spare */ => sum += at(ball + 1); /* spare */
// fault: ball += 2; => ball += 1;
// fault: if (pins < 0 || pins > 10) => if (pins < 0 || pins > 9)
// fault: best = score; => best = balls;
// fault: frame < 10 && ball < balls => frame <= 10 && ball < balls
// fault: strikes++; => strikes = 1;
// fault: return index < balls ? rolled[index] : 0; => return index <= balls ? rolled[index] : 1;
#include <stdio.h>

static int rolled[32];
static int balls;
static int strikes;
static int spares;
static int best;

static int at(int index) {
    return index < balls ? rolled[index] : 0;
}

static int is_strike(int ball) {
    int first = at(ball);
    return first == 10;
}

static int is_spare(int ball) {
    return at(ball) + at(ball + 1) == 10;
}

static int score_of(void) {
    int frame, ball = 0, sum = 0;
    for (frame = 0; frame < 10 && ball < balls; frame++) {
        if (is_strike(ball)) {
            sum += 10;
            sum += at(ball + 1) + at(ball + 2);
            strikes++;
            ball++;
        } else if (is_spare(ball)) {
            sum += 10;
            sum += at(ball + 2); /* spare */
            spares++;
            ball += 2;
        } else {
            sum += at(ball) + at(ball + 1);
            ball = ball + 2;
        }
        printf("%d ", sum);
    }
    printf("\n");
    return sum;
}

int main(void) {
    int pins, games = 0, bad = 0;
    for (;;) {
        int read, score;
        balls = 0;
        while ((read = scanf("%d", &pins)) == 1 && pins != -1) {
            if (pins < 0 || pins > 10) {
                bad++;
                continue;
            }
            if (balls < 21)
                rolled[balls++] = pins;
        }
        if (balls == 0)
            break;
        score = score_of();
        games++;
        if (score > best)
            best = score;
        if (read != 1)
            break;
    }
    printf("%d games, best %d, %d strikes, %d spares, %d bad\n", games, best, strikes, spares, bad);
    return 0;
}
