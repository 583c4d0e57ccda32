// because: run
// expect: exit 6
// No program at all.
