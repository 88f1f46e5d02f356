/*
 * A plugin in C. Its player plays the move with the longest text: where a notation names every square of a move, that
 * is the longest one. See README.md beside this file for how to build it.
 */

#include <stdlib.h>
#include <string.h>

#include "rival_plugin.h"

/* The state of a player. */
typedef struct Longest {
    bool by_chance;
    uint64_t random;
} Longest;

/* The next number of a xorshift generator (Marsaglia 2003, 64 bits, shifts 13, 7, 17). */
static uint64_t next_random(Longest *self) {
    self->random ^= self->random << 13;
    self->random ^= self->random >> 7;
    self->random ^= self->random << 17;
    return self->random;
}

static void *new_player(const char *player, const char *game, const RivalOption *options, size_t option_count,
                        const RivalHost *host) {
    (void)player; /* there is only one */
    (void)game;   /* and it plays every game */
    Longest *self = calloc(1, sizeof *self);
    if (self == NULL) {
        host->fail(host->context, "no memory");
        return NULL;
    }
    for (size_t i = 0; i < option_count; i++) {
        if (strcmp(options[i].name, "ties") == 0) {
            self->by_chance = strcmp(options[i].value, "random") == 0;
        }
    }
    return self;
}

static void close_player(void *player) { free(player); }

/* All randomness comes from the seed, so that a match can be replayed exactly. */
static int32_t start(void *player, const RivalSetup *setup, const RivalHost *host) {
    Longest *self = player;
    (void)host;
    self->random = setup->seed | 1;
    return 0;
}

static int32_t choose_move(void *player, const RivalTurn *turn, const RivalHost *host) {
    Longest *self = player;
    size_t best = 0, ties = 1;
    for (size_t i = 1; i < turn->legal_move_count && !host->is_stopped(host->context); i++) {
        size_t length = strlen(turn->legal_moves[i]), longest = strlen(turn->legal_moves[best]);
        if (length > longest) {
            best = i;
            ties = 1;
        } else if (length == longest && self->by_chance && next_random(self) % ++ties == 0) {
            best = i;
        }
    }
    RivalThinking thinking = {
        .line = turn->legal_moves[best],
        .nodes = turn->legal_move_count,
        .selective_depth = RIVAL_NONE,
        .table_use = RIVAL_NONE,
        .depth = 1,
        .rank = 1,
        .value_kind = RIVAL_CENTI,
    };
    host->report(host->context, &thinking);
    return (int32_t)best;
}

static const char *const ties[] = {"first", "random"};

static const RivalOptionSpec options[] = {{
    .name = "ties",
    .description = "which of several longest moves it plays",
    .kind = RIVAL_CHOICE,
    .default_value = "first",
    .choices = ties,
    .choice_count = 2,
}};

static const RivalPlayerInfo players[] = {{
    .name = "longest",
    .description = "plays the move with the longest text",
    .options = options,
    .option_count = 1,
}};

RIVAL_EXPORT_PLUGIN = {
    .name = "c-example",
    .version = "1.0",
    .players = players,
    .player_count = 1,
    .new_player = new_player,
    .close = close_player,
    .start = start,
    .choose_move = choose_move,
};
