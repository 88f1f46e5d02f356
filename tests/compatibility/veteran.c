/* A plugin for the first interface. It uses every function, and fails if the program omits something. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rival_plugin.h"

typedef struct Veteran {
    int64_t index;
    bool resigns;
    char end[32];
    uint64_t seed;
    uint32_t seat;
    unsigned observed;
    unsigned pondered;
} Veteran;

static void *new_player(const char *player, const char *game, const RivalOption *options, size_t option_count,
                        const RivalHost *host) {
    Veteran *self = calloc(1, sizeof *self);
    if (self == NULL || strcmp(player, "veteran") != 0 || strchr(game, ':') == NULL || option_count != 4) {
        host->fail(host->context, "this is no way to make a player");
        free(self);
        return NULL;
    }
    for (size_t i = 0; i < option_count; i++) {
        if (strcmp(options[i].name, "index") == 0) {
            self->index = strtoll(options[i].value, NULL, 10);
        } else if (strcmp(options[i].name, "resigns") == 0) {
            self->resigns = strcmp(options[i].value, "true") == 0;
        } else if (strcmp(options[i].name, "end") == 0) {
            snprintf(self->end, sizeof self->end, "%s", options[i].value);
        }
    }
    return self;
}

static void close_player(void *player) { free(player); }

static int32_t start(void *player, const RivalSetup *setup, const RivalHost *host) {
    Veteran *self = player;
    if (setup->seat >= setup->seat_count || setup->time_control[0] == '\0' || strchr(setup->game, ':') == NULL) {
        host->fail(host->context, "the setup is not whole");
        return 1;
    }
    self->seed = setup->seed;
    self->seat = setup->seat;
    return 0;
}

static int32_t choose_move(void *player, const RivalTurn *turn, const RivalHost *host) {
    Veteran *self = player;
    if (turn->seat != self->seat || turn->legal_move_count == 0 || turn->position[0] == '\0' || turn->start[0] == '\0') {
        host->fail(host->context, "the turn is not whole");
        return RIVAL_FAILED;
    }
    if (turn->moves[0] != '\0' && self->observed == 0) {
        host->fail(host->context, "nothing was observed");
        return RIVAL_FAILED;
    }
    if (self->resigns) {
        return RIVAL_RESIGN;
    }
    if (strcmp(self->end, "fail") == 0) {
        host->fail(host->context, "no ideas");
        return RIVAL_FAILED;
    }
    while (strcmp(self->end, "wait") == 0 && !host->is_stopped(host->context)) {
    }
    size_t index = (size_t)self->index % turn->legal_move_count;
    if (host->find_move(host->context, turn->legal_moves[index]) != (int32_t)index) {
        host->fail(host->context, "the move is not found");
        return RIVAL_FAILED;
    }
    RivalThinking thinking = {
        .line = turn->legal_moves[index],
        .nodes = 300,
        .evaluations = 20,
        .selective_depth = 9,
        .table_use = RIVAL_NONE,
        .depth = 3,
        .rank = 1,
        .value_kind = RIVAL_WIN_IN,
        .value = 7,
    };
    host->report(host->context, &thinking);
    host->log(host->context, host->urgency(host->context) == RIVAL_MAY_THINK ? "it may think" : "it may not think");
    return (int32_t)index;
}

static void ponder(void *player, const RivalTurn *turn, const RivalHost *host) {
    Veteran *self = player;
    self->pondered += turn->legal_move_count == 0 && host->is_stopped(host->context);
}

static void observe(void *player, const RivalEvent *event, const RivalHost *host) {
    Veteran *self = player;
    (void)host;
    self->observed += event->kind <= RIVAL_MATCH_ENDED;
}

static const char *const ends[] = {"move", "fail", "wait"};

static const RivalOptionSpec options[] = {
    {.name = "index", .description = "which move", .kind = RIVAL_INTEGER, .default_value = "0", .min = 0, .max = 99},
    {.name = "resigns", .description = "whether it resigns", .kind = RIVAL_FLAG, .default_value = "false"},
    {.name = "end", .description = "what it does", .kind = RIVAL_CHOICE, .default_value = "move", .choices = ends, .choice_count = 3},
    {.name = "text", .description = "not used", .kind = RIVAL_TEXT, .default_value = ""},
};

static const RivalPlayerInfo players[] = {
    {.name = "veteran", .description = "was there first", .options = options, .option_count = 4},
};

RIVAL_EXPORT_PLUGIN = {
    .name = "c-veteran",
    .version = "0.1.0",
    .players = players,
    .player_count = 1,
    .new_player = new_player,
    .close = close_player,
    .start = start,
    .choose_move = choose_move,
    .ponder = ponder,
    .observe = observe,
};
