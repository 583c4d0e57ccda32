/*
 * Character and line input (C11 7.21.7, 7.21.8.1), and gets, which C11 dropped for good reason and programs
 * under test still call: a line that is too long is caught by the writes to the buffer.
 */
#include "stdio_model.h"

int fgetc(FILE *stream) {
    return __model_getc(stream);
}

int getc(FILE *stream) {
    return __model_getc(stream);
}

int _IO_getc(FILE *stream) {
    return __model_getc(stream);
}

int getc_unlocked(FILE *stream) {
    return __model_getc(stream);
}

int fgetc_unlocked(FILE *stream) {
    return __model_getc(stream);
}

int getchar(void) {
    return __model_getc(stdin);
}

int getchar_unlocked(void) {
    return __model_getc(stdin);
}

int ungetc(int c, FILE *stream) {
    return __model_ungetc(c, stream);
}

/* Null, and the buffer as it was, when the input ends before the first character. */
char *fgets(char *restrict buf, int n, FILE *restrict stream) {
    if (n <= 0)
        return NULL;
    int i = 0;
    while (i < n - 1) {
        int c = __model_getc(stream);
        if (c == EOF) {
            if (i == 0)
                return NULL;
            break;
        }
        buf[i] = (char)c;
        i++;
        if (c == '\n')
            break;
    }
    buf[i] = '\0';
    return buf;
}

char *fgets_unlocked(char *restrict buf, int n, FILE *restrict stream) {
    return fgets(buf, n, stream);
}

char *gets(char *buf) {
    size_t i = 0;
    for (;;) {
        int c = __model_getc(stdin);
        if (c == EOF && i == 0)
            return NULL;
        if (c == EOF || c == '\n')
            break;
        buf[i] = (char)c;
        i++;
    }
    buf[i] = '\0';
    return buf;
}

/* Whole elements read; the bytes of one that is cut off by the end of input are stored too. */
size_t fread(void *restrict data, size_t size, size_t count, FILE *restrict stream) {
    unsigned char *bytes = data;
    if (size == 0)
        return 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < size; j++) {
            int c = __model_getc(stream);
            if (c == EOF)
                return i;
            bytes[i * size + j] = (unsigned char)c;
        }
    return count;
}

size_t fread_unlocked(void *restrict data, size_t size, size_t count, FILE *restrict stream) {
    return fread(data, size, count, stream);
}
