/*
 * Values that each thread has for itself, with what is done to them when it ends.
 */
#include "thread_model.h"

#define KEYS 64
#define ROUNDS 4

typedef void destructor(void *);

static _Thread_local void *values[KEYS];
static _Bool used[KEYS];
static destructor *ends[KEYS];
static unsigned int next;

void __model_run_key_destructors(void) {
    _Bool again = next > 0;
    for (int round = 0; round < ROUNDS && again; round++) {
        again = 0;
        for (unsigned int key = 0; key < next; key++) {
            void *value = values[key];
            if (value == NULL || !used[key] || ends[key] == NULL)
                continue;
            values[key] = NULL;
            ends[key](value);
            again = 1;
        }
    }
}

int pthread_key_create(unsigned int *key, destructor *end) {
    __because_point();
    if (next >= KEYS)
        return EAGAIN;
    used[next] = 1;
    ends[next] = end;
    *key = next++;
    return 0;
}

#include "keys_text.h"
