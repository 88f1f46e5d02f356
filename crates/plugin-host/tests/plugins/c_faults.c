/* A plugin in C that does what the name of its player says, for the tests. */

#include <stdio.h>
#include <string.h>

#include "rival_plugin.h"

#ifndef PLAYER_COUNT
#define PLAYER_COUNT (sizeof players / sizeof players[0])
#endif

static char name[64];
static char text[2048];

static void *new_player(const char *player, const char *game, const RivalOption *options, size_t count,
                        const RivalHost *host) {
    if (strcmp(player, "refuses") == 0) {
        snprintf(text, sizeof text, "no %s today, with %zu options", game, count);
        host->fail(host->context, text);
        return NULL;
    }
    if (strcmp(player, "refuses-silently") == 0 || (count > 0 && options[0].name == NULL)) {
        return NULL;
    }
    snprintf(name, sizeof name, "%s", player);
    return name;
}

static int32_t start(void *player, const RivalSetup *setup, const RivalHost *host) {
    if (strcmp(player, "echo-setup") != 0) {
        return 0;
    }
    snprintf(text, sizeof text, "%s, %s, seat %u of %u, depth %lld, nodes %lld, seed %llu, pondering %d", setup->game,
             setup->time_control, setup->seat, setup->seat_count, (long long)setup->depth_max,
             (long long)setup->node_count_max, (unsigned long long)setup->seed, setup->pondering);
    host->fail(host->context, text);
    return 1;
}

static void echo(const RivalTurn *turn, const RivalHost *host) {
    snprintf(text, sizeof text, "%s|%s|%s|%zu|%s|%lld|%lld|%d|%u|%d|%d|%d", turn->start, turn->moves, turn->position,
             turn->legal_move_count, turn->legal_moves ? turn->legal_moves[0] : "none", (long long)turn->time_left_ms,
             (long long)turn->budget_ms, turn->draw_offer, turn->seat, host->is_stopped(host->context),
             host->find_move(host->context, "22 18"), host->find_move(host->context, "nonsense"));
    host->fail(host->context, text);
}

static int32_t choose_move(void *player, const RivalTurn *turn, const RivalHost *host) {
    RivalThinking thinking = {.line = "a b",
                              .nodes = 300,
                              .evaluations = 20,
                              .cutoffs = 1,
                              .selective_depth = 9,
                              .table_use = 5,
                              .depth = 3,
                              .rank = 2,
                              .value_kind = RIVAL_WIN_IN,
                              .value = 5};
    if (strcmp(player, "out-of-range") == 0) {
        return (int32_t)turn->legal_move_count;
    } else if (strcmp(player, "fails-silently") == 0) {
        return RIVAL_FAILED;
    } else if (strcmp(player, "resigns") == 0) {
        return RIVAL_RESIGN;
    } else if (strcmp(player, "accepts") == 0) {
        return RIVAL_ACCEPT_DRAW;
    } else if (strcmp(player, "offers") == 0) {
        return 1 | RIVAL_AND_OFFER_DRAW;
    } else if (strcmp(player, "echo-turn") == 0) {
        echo(turn, host);
        return RIVAL_FAILED;
    } else if (strcmp(player, "observes") == 0) {
        host->fail(host->context, text);
        return RIVAL_FAILED;
    }
    host->report(host->context, &thinking);
    host->log(host->context, "thinking");
    return 0;
}

static void ponder(void *player, const RivalTurn *turn, const RivalHost *host) {
    if (strcmp(player, "observes") == 0) {
        echo(turn, host);
    }
}

static void observe(void *player, const RivalEvent *event, const RivalHost *host) {
    (void)host;
    if (strcmp(player, "observes") == 0) {
        snprintf(text, sizeof text, "%u %s %s %d", event->kind, event->move, event->position, event->seat);
    }
}

static const char *const games[] = {"some", "other:one"};
static const char *const choices[] = {"x", "y"};

static const RivalOptionSpec options[] = {
    {.name = "i", .kind = RIVAL_INTEGER, .default_value = "3", .min = -1, .max = 9, .description = "a number"},
    {.name = "f", .kind = RIVAL_FLAG, .default_value = "true"},
    {.name = "c", .kind = RIVAL_CHOICE, .default_value = "y", .choices = choices, .choice_count = 2},
    {.name = "t", .kind = RIVAL_TEXT, .default_value = "any"},
};

#define PLAYER(player) {.name = player, .description = "does it"}

static const RivalPlayerInfo players[] = {
    PLAYER("plays"),    PLAYER("refuses-silently"), PLAYER("out-of-range"),
    PLAYER("resigns"),  PLAYER("fails-silently"),   PLAYER("accepts"),
    PLAYER("offers"),   PLAYER("echo-turn"),        PLAYER("observes"),
    PLAYER("echo-setup"),
    {.name = "refuses", .games = games, .game_count = 2, .options = options, .option_count = 4},
};

RIVAL_EXPORT_PLUGIN = {
    .name = "c-faults",
    .version = "7.8",
    .players = players,
    .player_count = PLAYER_COUNT,
    .new_player = new_player,
    .start = start,
    .choose_move = choose_move,
    .ponder = ponder,
    .observe = observe,
};
