/* What every library model may use. No host header is read for a model. */
#ifndef BECAUSE_MODEL_H
#define BECAUSE_MODEL_H
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <limits.h>
void __because_assert(_Bool);
void __CPROVER_assume(_Bool);
#endif
