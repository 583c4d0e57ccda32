/*
 * GNU's error.h: a message on standard error, without the program's name, and the end of the program unless the status
 * is zero. Where every run is considered the message is gone.
 */
#include "examine_model.h"

_Noreturn void exit(int status);
const char *__model_error_text(int number);

unsigned int error_message_count;

static void put(const char *s) {
    for (size_t i = 0; s[i] != '\0'; i++)
        __because_putchar(2, (unsigned char)s[i]);
}

void error(int status, int number, const char *format, ...) {
    error_message_count++;
    va_list list;
    va_start(list, format);
    __model_examine(format, list, 0);
    va_end(list);
    if (!__because_random_input()) {
        va_start(list, format);
        __because_print(2, format, list);
        va_end(list);
        if (number != 0) {
            put(": ");
            put(__model_error_text(number));
        }
        put("\n");
    }
    if (status != 0)
        exit(status);
}
