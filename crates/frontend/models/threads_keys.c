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

int pthread_key_delete(unsigned int key) {
    if (key >= KEYS || !used[key])
        return EINVAL;
    used[key] = 0;
    return 0;
}

int pthread_setspecific(unsigned int key, const void *value) {
    if (key >= KEYS || !used[key])
        return EINVAL;
    values[key] = (void *)value;
    return 0;
}

void *pthread_getspecific(unsigned int key) {
    return key >= KEYS || !used[key] ? NULL : values[key];
}

int tss_create(unsigned int *key, destructor *end) {
    return pthread_key_create(key, end) == 0 ? 0 : 2;
}

void tss_delete(unsigned int key) {
    pthread_key_delete(key);
}

int tss_set(unsigned int key, void *value) {
    return pthread_setspecific(key, value) == 0 ? 0 : 2;
}

void *tss_get(unsigned int key) {
    return pthread_getspecific(key);
}
