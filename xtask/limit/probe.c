/* The least that must be done to simulate steady random writes, by hand: what the simulator's speed
   is measured against. One kind of drive, one kind of work, and none of the mechanisms that are off
   in the benchmark's `plain` drive: 8 channels of 8 dies, blocks of 256 pages of 4 KiB, spare
   factor 0.07, each die collected alone and greedily, 512 slots of write buffer, 32 writes at once.

   probe GIB WRITES prints one JSON object. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

typedef uint64_t u64;
typedef uint32_t u32;
typedef uint16_t u16;

enum { CHANNELS = 8, DIES = 64, PAGES = 256, DEPTH = 32, SLOTS = 512, NONE = 0xffff };
enum { AHEAD_OF_COPIES = 32 };

/* ns; the part micron-l74a behind the controller of drives/crucial-m4-256.toml */
enum {
    T_READ = 75000, T_PROGRAM = 1300000, T_ERASE = 3000000,
    ON_CHANNEL = 4096 * 1000 / 200, ON_LINK = 4096 * 1000 / 550,
    PROCESSOR = 3500 + 16000, COMMAND = 20000
};

static u32 units, blocks;   /* of the drive; of a die */
static u32 *forward, *back; /* plus one: 0 is none */

/* A bit for each page that holds current data. */
static u64 *valid_bits;
static inline void set_valid(u32 page) { valid_bits[page / 64] |= 1ull << page % 64; }
static inline void clear_valid(u32 page) { valid_bits[page / 64] &= ~(1ull << page % 64); }

struct block { u16 valid, next, prev, listed; };
static struct block *all;
static struct die {
    u64 free, program_end;
    u32 open, position; /* block, next page */
    u32 free_blocks, oldest;
    u16 *free_list;
    u16 heads[PAGES + 1];
    u32 emptiest;
} dies[DIES];
static u64 channels[CHANNELS];

static u64 seed = 1;
static inline u64 chance(void) {
    u64 z = seed += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}
static inline u32 below(u32 n) { return (u32)((unsigned __int128)chance() * n >> 64); }
static inline u64 later(u64 a, u64 b) { return a > b ? a : b; }

static void *table(size_t bytes) {
    size_t huge = 2 << 20;
    char *raw = mmap(0, bytes + huge, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (raw == MAP_FAILED) { perror("mmap"); exit(1); }
    raw += huge - (uintptr_t)raw % huge;
    madvise(raw, bytes, MADV_HUGEPAGE);
    return raw;
}

/* --- the lists of full blocks by valid pages --- */
static inline void list(struct die *d, struct block *b, u32 index) {
    u32 head = d->heads[b[index].valid];
    b[index].next = head;
    b[index].prev = NONE;
    if (head != NONE) b[head].prev = index;
    d->heads[b[index].valid] = index;
    if (b[index].valid < d->emptiest) d->emptiest = b[index].valid;
}
static inline void unlist(struct die *d, struct block *b, u32 index) {
    struct block *one = b + index;
    if (one->prev == NONE) d->heads[one->valid] = one->next;
    else b[one->prev].next = one->next;
    if (one->next != NONE) b[one->next].prev = one->prev;
}

/* --- slots of the write buffer: a heap of when each frees --- */
static u64 ends[SLOTS + 1];
static u32 in_use;
static inline void push(u64 end) {
    u32 at = ++in_use;
    for (; at > 1 && ends[at / 2] > end; at /= 2) ends[at] = ends[at / 2];
    ends[at] = end;
}
static inline void pop(void) {
    u64 last = ends[in_use--];
    u32 at = 1, child;
    while ((child = 2 * at) <= in_use) {
        if (child < in_use && ends[child + 1] < ends[child]) child++;
        if (last <= ends[child]) break;
        ends[at] = ends[child];
        at = child;
    }
    ends[at] = last;
}

static inline u64 program(struct die *d, u64 *channel, u64 now, u64 ready) {
    *channel = later(*channel, now) + ON_CHANNEL;
    u64 arrived = later(*channel, ready + ON_CHANNEL);
    d->free = later(d->free, now) + T_PROGRAM + ON_CHANNEL;
    return later(d->free, arrived + T_PROGRAM);
}

static u64 moved;

static void open_block(struct die *d) {
    d->open = d->free_list[d->oldest];
    d->oldest = d->oldest + 1 == blocks ? 0 : d->oldest + 1;
    d->free_blocks--;
    d->position = 0;
}

/* One more of a die's pages is full. */
static inline void filled(struct die *d, struct block *b) {
    if (++d->position < PAGES) return;
    b[d->open].listed = 1;
    list(d, b, d->open);
    d->open = NONE;
}

/* Empties the block with the fewest valid pages, one of its equals, and erases it. */
static void collect(u32 die, u64 now) {
    struct die *d = dies + die;
    struct block *b = all + (size_t)die * blocks;
    u64 *channel = channels + die % CHANNELS;
    while (d->heads[d->emptiest] == NONE) d->emptiest++;
    u32 equals = 0, victim = d->heads[d->emptiest];
    for (u32 at = victim; at != NONE; at = b[at].next) equals++;
    for (u32 skip = below(equals); skip > 0; skip--) victim = b[victim].next;
    unlist(d, b, victim);
    b[victim].listed = 0;
    u32 base = ((size_t)die * blocks + victim) * PAGES;
    u32 unit[PAGES], count = 0;
    for (u32 word = 0; word < PAGES / 64; word++) {
        u64 bits = valid_bits[base / 64 + word];
        valid_bits[base / 64 + word] = 0;
        for (; bits; bits &= bits - 1)
            unit[count++] = back[base + word * 64 + __builtin_ctzll(bits)] - 1;
    }
    for (u32 next = 0; next < AHEAD_OF_COPIES && next < count; next++)
        __builtin_prefetch(forward + unit[next], 1);
    u64 free = d->free, end = 0;
    for (u32 next = 0; next < count; next++) {
        if (d->open == NONE) open_block(d);
        u32 new = ((size_t)die * blocks + d->open) * PAGES + d->position;
        free = later(free, now) + T_READ;
        u64 ready = free;
        *channel = later(*channel, now) + ON_CHANNEL;
        free += ON_CHANNEL;
        ready = later(*channel, ready + ON_CHANNEL);
        *channel = later(*channel, now) + ON_CHANNEL;
        u64 arrived = later(*channel, ready + ON_CHANNEL);
        free = later(free, now) + T_PROGRAM + ON_CHANNEL;
        end = later(free, arrived + T_PROGRAM);
        if (next + AHEAD_OF_COPIES < count)
            __builtin_prefetch(forward + unit[next + AHEAD_OF_COPIES], 1);
        set_valid(new);
        back[new] = unit[next] + 1;
        forward[unit[next]] = new + 1;
        b[d->open].valid++;
        filled(d, b);
    }
    d->free = later(free, now) + T_ERASE;
    d->program_end = end;
    moved += count;
    b[victim].valid = 0;
    u32 last = d->oldest + d->free_blocks++;
    d->free_list[last < blocks ? last : last - blocks] = victim;
}

/* --- latencies: 1024 steps to a doubling --- */
static u64 histogram[64 * 1024], seconds[1 << 20];
static inline void record(u64 ns) {
    u32 doubling = ns < 2048 ? 0 : 53 - __builtin_clzll(ns);
    histogram[doubling * 1024 + (ns >> doubling)]++;
}

static u64 now, link_free, processor_free, finished[DEPTH], done;
static u32 turn;

static inline void write_unit(u32 unit) {
    u64 *slot = finished + done % DEPTH;
    u64 admitted = now = later(now, *slot);
    struct die *d = dies + turn;
    struct block *b = all + (size_t)turn * blocks;
    if (d->open == NONE) {
        while (d->free_blocks <= 1 && d->open == NONE) collect(turn, now);
        if (d->open == NONE) open_block(d);
    }
    while (in_use > 0 && ends[1] <= now) pop();
    if (in_use == SLOTS) {
        now = ends[1];
        pop();
    }
    processor_free = later(processor_free, now) + PROCESSOR;
    link_free = later(link_free, now) + ON_LINK;
    u64 received = later(processor_free, link_free);
    u32 new = ((size_t)turn * blocks + d->open) * PAGES + d->position;
    u32 old = forward[unit];
    back[new] = unit + 1;
    forward[unit] = new + 1;
    set_valid(new);
    if (old) {
        clear_valid(old - 1);
        u32 left = (old - 1) / PAGES;
        struct block *one = all + left;
        if (one->listed) {
            u32 die = left / blocks;
            struct block *its = all + (size_t)die * blocks;
            unlist(dies + die, its, left - die * blocks);
            one->valid--;
            list(dies + die, its, left - die * blocks);
        } else one->valid--;
    }
    push(program(d, channels + turn % CHANNELS, now, received));
    b[d->open].valid++;
    filled(d, b);
    turn = turn + 1 == DIES ? 0 : turn + 1;
    u64 end = received + COMMAND;
    *slot = end;
    record(end - admitted);
    seconds[end / 1000000000 % (1 << 20)]++;
    done++;
}

/* Random writes, the map fetched ahead in two steps. */
static void random_writes(u64 count) {
    enum { AHEAD = 32, HALF = 16 };
    u32 ring[AHEAD];
    for (u32 at = 0; at < AHEAD; at++) __builtin_prefetch(forward + (ring[at] = below(units)));
    for (u64 n = 0; n < count; n++) {
        u32 unit = ring[n % AHEAD];
        u32 soon = forward[ring[(n + HALF) % AHEAD]];
        if (soon) {
            __builtin_prefetch(all + (soon - 1) / PAGES, 1);
            __builtin_prefetch(valid_bits + (soon - 1) / 64, 1);
        }
        __builtin_prefetch(forward + (ring[n % AHEAD] = below(units)));
        write_unit(unit);
    }
}

static double cpu_s(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return used.ru_utime.tv_sec + used.ru_stime.tv_sec +
           (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

int main(int count, char **words) {
    if (count != 3) { fputs("usage: probe GIB WRITES\n", stderr); return 2; }
    units = (u32)atoi(words[1]) << 18;
    u64 writes = strtoull(words[2], 0, 10);
    blocks = (u32)(units / 0.93 / DIES / PAGES + 0.5) + 1;
    if (units == 0 || blocks >= NONE) { fputs("1 to 480 GiB\n", stderr); return 2; }
    forward = table((size_t)units * 4);
    back = table((size_t)DIES * blocks * PAGES * 4);
    all = table((size_t)DIES * blocks * sizeof *all);
    valid_bits = table((size_t)DIES * blocks * PAGES / 8);
    for (u32 die = 0; die < DIES; die++) {
        struct die *d = dies + die;
        d->free_list = malloc(blocks * sizeof *d->free_list);
        for (u32 at = 0; at < blocks; at++) d->free_list[at] = at;
        for (u32 at = 0; at <= PAGES; at++) d->heads[at] = NONE;
        d->free_blocks = blocks;
        d->emptiest = PAGES;
        d->open = NONE;
    }
    for (u32 unit = 0; unit < units; unit++) write_unit(unit);
    random_writes(2 * (u64)units);
    memset(histogram, 0, sizeof histogram);
    u64 moved_before = moved;
    double begin = cpu_s();
    random_writes(writes);
    double taken = cpu_s() - begin;
    u64 sum = 0, worst = 0;
    for (u32 at = 0; at < 64 * 1024; at++)
        if (histogram[at]) { sum += histogram[at]; worst = at; }
    printf("{\"writes\":%llu,\"cpu_s\":%.3f,\"host_ios_per_cpu_s\":%.0f,"
           "\"write_amplification\":%.3f,\"simulated_s\":%.1f,\"longest_ns\":%llu}\n",
           (unsigned long long)sum, taken, writes / taken,
           1 + (double)(moved - moved_before) / writes, now / 1e9,
           (unsigned long long)((worst % 1024) << worst / 1024));
    return 0;
}
