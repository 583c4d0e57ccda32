int main() {
  int x, y, z, error = 0;
  int min = x, max = x;
  if (max < y) max = y;
  if (max < z) max = z;
  if (min > y) max = y;
  if (min > z) min = z;
  if (!(min <= x && min <= y && min <= z && max >= x && max >= y && max >= z))
    error = 1;
}
