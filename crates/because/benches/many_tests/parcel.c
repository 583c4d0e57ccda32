// fault: if (weight <= 2000) => if (weight < 2000)
// fault: price = 1050; => price = 1500;
// fault: return price + price / 2; => return price + price / 3;
// fault: if (cover > 500) => if (cover > 5000)
// fault: fee += (cover - 500 + 99) / 100; => fee += (cover - 500) / 100;
// fault: length + 2 * (width + height) => length + 2 * width + height
// fault: if (zone == 3 && weight > 10000) => if (zone == 3 || weight > 10000)
// fault: discount = total / 10; => discount = total / 20;
// fault: refused++; => refused--;
#include <stdio.h>

struct parcel {
    int weight;
    int length;
    int width;
    int height;
    int zone;
    int express;
    int cover;
};

static int sent;
static int refused;

static int by_weight(int weight) {
    int price;
    if (weight <= 500)
        price = 250;
    else if (weight <= 2000)
        price = 490;
    else if (weight <= 10000)
        price = 1050;
    else
        price = 1890;
    return price;
}

static int by_zone(int zone, int price) {
    switch (zone) {
    case 1:
        return price;
    case 2:
        return price + price / 2;
    default:
        return price * 2;
    }
}

static int insurance(int cover) {
    int fee = 0;
    if (cover > 0)
        fee = 5;
    if (cover > 500)
        fee += (cover - 500 + 99) / 100;
    return fee;
}

static int girth(int length, int width, int height) {
    return length + 2 * (width + height);
}

static int allowed(const struct parcel *p) {
    if (p->weight <= 0 || p->weight > 31500)
        return 0;
    if (girth(p->length, p->width, p->height) > 300)
        return 0;
    return p->zone >= 1 && p->zone <= 3;
}

static int price_of(const struct parcel *p) {
    int zone = p->zone, weight = p->weight;
    int price = by_zone(zone, by_weight(weight));
    if (zone == 3 && weight > 10000)
        price += 700;
    if (p->express)
        price += 600;
    return price + insurance(p->cover);
}

int main(void) {
    struct parcel p;
    int total = 0, discount = 0;
    while (scanf("%d %d %d %d %d %d %d", &p.weight, &p.length, &p.width, &p.height, &p.zone, &p.express, &p.cover) == 7) {
        int price;
        if (!allowed(&p)) {
            refused++;
            printf("refused\n");
            continue;
        }
        price = price_of(&p);
        printf("%d.%02d\n", price / 100, price % 100);
        total += price;
        sent++;
    }
    if (sent >= 3)
        discount = total / 10;
    printf("%d sent, %d not: %d.%02d\n", sent, refused, (total - discount) / 100, (total - discount) % 100);
    return 0;
}
