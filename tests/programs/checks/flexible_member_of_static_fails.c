// because: check
// expect: fails pointer_dereference at line 10
struct text {
    int length;
    char letters[];
};
static struct text word = {5, {'h', 'e', 'l', 'l', 'o'}};

int main(void) {
    return word.letters[word.length] + word.letters[word.length - 1];
}
