/*
 * qsort and bsearch (C11 7.22.5).
 *
 * glibc's qsort is a stable merge sort, and programs have come to depend on the order of equal elements, so
 * both ways here are stable and always ask whether an earlier element is greater than a later one. Short
 * arrays are sorted by insertion: its accesses are at fixed positions, which is what an engine that unwinds
 * loops likes best. Longer ones are sorted by merging. The comparisons made are glibc's in the second case
 * only; C leaves their order and number open. bsearch asks in glibc's order.
 */
#include "because.h"

#define SHORT 16

struct order {
    size_t size;
    int (*plain)(const void *, const void *);
    int (*with_argument)(const void *, const void *, void *);
    void *argument;
};

static int compare(const struct order *order, const void *a, const void *b) {
    if (order->plain != NULL)
        return order->plain(a, b);
    return order->with_argument(a, b, order->argument);
}

static void insert_all(char *base, size_t n, const struct order *order, char *spare) {
    size_t size = order->size;
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0; j--) {
            char *earlier = base + (j - 1) * size;
            char *later = base + j * size;
            if (compare(order, earlier, later) <= 0)
                break;
            __because_copy(spare, earlier, size);
            __because_copy(earlier, later, size);
            __because_copy(later, spare, size);
        }
}

static void merge_sort(char *base, size_t n, const struct order *order, char *spare) {
    size_t size = order->size;
    if (n <= 1)
        return;
    size_t left = n / 2;
    size_t right = n - left;
    char *a = base;
    char *b = base + left * size;
    merge_sort(a, left, order, spare);
    merge_sort(b, right, order, spare);
    char *to = spare;
    while (left > 0 && right > 0) {
        if (compare(order, a, b) <= 0) {
            __because_copy(to, a, size);
            a += size;
            left--;
        } else {
            __because_copy(to, b, size);
            b += size;
            right--;
        }
        to += size;
    }
    if (left > 0)
        __because_copy(to, a, left * size);
    __because_copy(base, spare, (n - right) * size);
}

static void sort(void *base, size_t n, const struct order *order) {
    if (n <= 1 || order->size == 0)
        return;
    __because_check(n <= SIZE_MAX / order->size && __because_writable(base, n * order->size),
                    "qsort array has the given number of elements");
    if (n <= SHORT) {
        char *spare = __because_allocate(order->size, 16);
        insert_all(base, n, order, spare);
        __because_free(spare);
    } else {
        char *spare = __because_allocate(n * order->size, 16);
        merge_sort(base, n, order, spare);
        __because_free(spare);
    }
}

void qsort(void *base, size_t n, size_t size, int (*plain)(const void *, const void *)) {
    struct order order = {size, plain, NULL, NULL};
    sort(base, n, &order);
}

void qsort_r(void *base, size_t n, size_t size, int (*with_argument)(const void *, const void *, void *),
             void *argument) {
    struct order order = {size, NULL, with_argument, argument};
    sort(base, n, &order);
}

void *bsearch(const void *key, const void *base, size_t n, size_t size,
              int (*plain)(const void *, const void *)) {
    const char *bytes = base;
    size_t low = 0;
    size_t high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = bytes + middle * size;
        int order = plain(key, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
