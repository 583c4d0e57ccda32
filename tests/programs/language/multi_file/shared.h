#ifndef SHARED_H
#define SHARED_H

struct shape {
    int width, height, area;
};

extern int shared_value;
extern int common;
extern int (*const shape_table[2])(int);

void counter_add(int n);
int counter_get(void);
int counter_hidden(void);
struct shape make_shape(int width, int height);
const char *shape_name(const struct shape *s);

#endif
