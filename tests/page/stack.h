#define ROOM 4

struct stack {
    int values[ROOM];
    int used;
};

int push(struct stack *s, int value);
int pop(struct stack *s);
