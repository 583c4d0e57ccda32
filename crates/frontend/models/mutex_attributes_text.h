/* The attributes of a mutex, of which the kind counts: alike with threads and without. */

int pthread_mutexattr_init(void *attributes) {
    *(int *)attributes = 0;
    return 0;
}

int pthread_mutexattr_destroy(void *attributes) {
    (void)attributes;
    return 0;
}

int pthread_mutexattr_settype(void *attributes, int kind) {
    *(int *)attributes = kind;
    return 0;
}

int pthread_mutexattr_gettype(const void *attributes, int *kind) {
    *kind = *(const int *)attributes;
    return 0;
}
