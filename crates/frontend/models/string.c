/* <string.h>: written byte by byte, so that every access is checked where it happens. */
#include "because_model.h"

size_t strlen(const char *s)
{
	size_t n = 0;
	while (s[n] != 0)
		n++;
	return n;
}
