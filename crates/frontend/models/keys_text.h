/* What programs with threads and programs without do alike with keys, given KEYS, used and values. */

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
