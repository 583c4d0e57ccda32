// fault: line 40
/* Books and readers: who has what, and how many. */
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);

#define BOOKS 3
#define READERS 2
#define MOST_LOANS 2
#define NOBODY (-1)

static int holder[BOOKS];
static int loans[READERS];
static int reserved[BOOKS];

static void begin(void)
{
    for (int b = 0; b < BOOKS; b++)
        holder[b] = reserved[b] = NOBODY;
}

static bool borrow(int reader, int book)
{
    if (holder[book] != NOBODY || loans[reader] >= MOST_LOANS)
        return false;
    if (reserved[book] != NOBODY && reserved[book] != reader)
        return false;
    holder[book] = reader;
    reserved[book] = NOBODY;
    loans[reader]++;
    return true;
}

static bool give_back(int reader, int book)
{
    if (holder[book] != reader)
        return false;
    holder[book] = NOBODY;
    loans[book]--;
    return true;
}

static bool reserve(int reader, int book)
{
    if (holder[book] == NOBODY || holder[book] == reader || reserved[book] != NOBODY)
        return false;
    reserved[book] = reader;
    return true;
}

int main(void)
{
    begin();
    for (int i = 0; i < 4; i++) {
        int action = nondet_int(), reader = nondet_int(), book = nondet_int();
        __CPROVER_assume(action >= 0 && action <= 2);
        __CPROVER_assume(reader >= 0 && reader < READERS);
        __CPROVER_assume(book >= 0 && book < BOOKS);
        if (action == 0)
            borrow(reader, book);
        else if (action == 1)
            give_back(reader, book);
        else
            reserve(reader, book);
        for (int r = 0; r < READERS; r++) {
            assert(loans[r] >= 0);
            assert(loans[r] <= MOST_LOANS);
        }
    }
    return 0;
}
