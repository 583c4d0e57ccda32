// because: check
// expect: holds
#include <assert.h>
struct text {
    int length;
    char letters[];
};
static struct text word = {5, {'h', 'e', 'l', 'l', 'o'}};

int main(void) {
    int count = 0;
    for (int i = 0; i < word.length; i++)
        if (word.letters[i] == 'l')
            count++;
    assert(count == 2);
    return 0;
}
