/* Which way to climb or dive when another aircraft comes near: a module of this project's own. */
#define UNRESOLVED 0
#define UPWARD_RA 1
#define DOWNWARD_RA 2
#define BIAS 100

int own, other;
int up, down, threshold;
_Bool inhibited;
int advice = UNRESOLVED;

int biased_up(void) {
  return inhibited ? up + BIAS : up;
}

int own_below(void) {
  return own < other;
}

int own_above(void) {
  return other < own;
}

int climb_first(void) {
  return biased_up() > down;
}

int climb(void) {
  if (!climb_first())
    return 0;
  return own_below() && down < threshold;
}

int dive(void) {
  if (climb_first())
    return 0;
  return own_above() && up >= threshold;
}

int main(void) {
  int up_ra, down_ra;
  __CPROVER_assume(up >= 0 && up < 100000 && down >= 0 && down < 100000);
  up_ra = climb();
  down_ra = dive();
  if (up_ra && down_ra)
    advice = UNRESOLVED;
  else if (up_ra)
    advice = UPWARD_RA;
  else if (down_ra)
    advice = DOWNWARD_RA;
  return 0;
}
