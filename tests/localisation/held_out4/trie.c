// fault: line 69
/* Words of the letters a and b in a trie, with counts of the words below each node. */
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);
_Bool nondet_bool(void);

#define NODES 10
#define LETTERS 2
#define LONGEST 3

struct node {
    int next[LETTERS];
    int below;
    bool word;
};

static struct node nodes[NODES];
static int used = 1;

static int step(int at, char c)
{
    return nodes[at].next[c - 'a'];
}

static int grow(int at, char c)
{
    int n = step(at, c);
    if (n == 0) {
        n = used++;
        nodes[at].next[c - 'a'] = n;
    }
    return n;
}

static bool contains(const char *text)
{
    int at = 0;
    for (; *text; text++) {
        at = step(at, *text);
        if (at == 0)
            return false;
    }
    return nodes[at].word;
}

static void insert(const char *text)
{
    int at = 0;
    if (contains(text))
        return;
    nodes[0].below++;
    for (; *text; text++) {
        at = grow(at, *text);
        nodes[at].below++;
    }
    nodes[at].word = true;
}

static void erase(const char *text)
{
    int at = 0;
    if (!contains(text))
        return;
    nodes[0].below--;
    for (; *text; text++) {
        at = step(at, *text);
        nodes[at].below++;
    }
    nodes[at].word = false;
}

static void choose(char *text)
{
    int length = nondet_int();
    __CPROVER_assume(length >= 1 && length <= LONGEST);
    for (int i = 0; i < length; i++)
        text[i] = nondet_bool() ? 'a' : 'b';
    text[length] = '\0';
}

int main(void)
{
    char one[LONGEST + 1], two[LONGEST + 1];
    choose(one);
    choose(two);
    insert(one);
    insert(two);
    assert(contains(one) && contains(two));
    int words = nodes[0].below;
    assert(words == 1 || words == 2);
    erase(one);
    assert(!contains(one));
    assert(nodes[0].below == words - 1);
    int a = step(0, 'a'), b = step(0, 'b');
    int sum = (a ? nodes[a].below : 0) + (b ? nodes[b].below : 0);
    assert(sum == nodes[0].below);
    return 0;
}
