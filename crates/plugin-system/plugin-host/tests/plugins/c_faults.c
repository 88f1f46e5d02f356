/* A plugin in C for the tests, with the fault that the name of its player selects. */

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rival_plugin.h"

/* Omits a required function. The function is still referenced, to avoid a warning. */
#ifdef NO_NEW_PLAYER
#define NEW_PLAYER (0 ? new_player : NULL)
#else
#define NEW_PLAYER new_player
#endif
#ifdef NO_CHOOSE_MOVE
#define CHOOSE_MOVE (0 ? choose_move : NULL)
#else
#define CHOOSE_MOVE choose_move
#endif

#ifndef PLAYER_COUNT
#define PLAYER_COUNT (sizeof players / sizeof players[0])
#endif

/* The state of a player. Nothing is shared, since players of a plugin play several matches at once. */
typedef struct {
    char name[64];
    char text[2048];
} Player;

static void *new_player(const char *player, const char *game, const RivalOption *options, size_t count,
                        const RivalHost *host) {
    if (strcmp(player, "refuses") == 0) {
        char text[256];
        snprintf(text, sizeof text, "no %s today, with %zu options", game, count);
        host->fail(host->context, text);
        return NULL;
    }
    if (strcmp(player, "refuses-silently") == 0 || (count > 0 && options[0].name == NULL)) {
        return NULL;
    }
    Player *self = calloc(1, sizeof *self);
    if (self != NULL) {
        snprintf(self->name, sizeof self->name, "%s", player);
    }
    return self;
}

static void close_player(void *player) { free(player); }

static int is(const Player *self, const char *name) { return strcmp(self->name, name) == 0; }

static int32_t start(void *player, const RivalSetup *setup, const RivalHost *host) {
    Player *self = player;
    if (!is(self, "echo-setup")) {
        return 0;
    }
    snprintf(self->text, sizeof self->text, "%s, %s, seat %u of %u, depth %lld, nodes %lld, seed %llu, pondering %d", setup->game,
             setup->time_control, setup->seat, setup->seat_count, (long long)setup->depth_max,
             (long long)setup->node_count_max, (unsigned long long)setup->seed, setup->pondering);
    host->fail(host->context, self->text);
    return 1;
}

static void echo(Player *self, const RivalTurn *turn, const RivalHost *host) {
    snprintf(self->text, sizeof self->text, "%s|%s|%s|%zu|%s|%lld|%lld|%d|%u|%d|%u|%d|%d", turn->start, turn->moves, turn->position,
             turn->legal_move_count, turn->legal_moves ? turn->legal_moves[0] : "none", (long long)turn->time_left_ms,
             (long long)turn->budget_ms, turn->draw_offer, turn->seat, host->is_stopped(host->context),
             host->urgency(host->context),             host->find_move(host->context, "22 18"), host->find_move(host->context, "nonsense"));
    host->fail(host->context, self->text);
}

/* Calls the host continuously, even between calls from the host, until calls_on is false. */
static atomic_bool calls_on;
static atomic_uint rounds;

static void *call_on(void *context) {
    const RivalHost *host = context;
    RivalThinking thinking = {.line = "late", .depth = 1, .rank = 1};
    while (calls_on) {
        host->is_stopped(host->context);
        host->report(host->context, &thinking);
        host->log(host->context, "late");
        host->find_move(host->context, "22 18");
        host->fail(host->context, "late");
        rounds++;
    }
    return NULL;
}

/* Waits until the thread has started and completed another round. */
static int goes_on(const RivalHost *host) {
    static pthread_t thread;
    static atomic_bool begun;
    calls_on = true;
    if (!atomic_exchange(&begun, true) && pthread_create(&thread, NULL, call_on, (void *)host) != 0) {
        return 0;
    }
    unsigned before = rounds;
    while (rounds < before + 2) {
    }
    return 1;
}

static int32_t choose_move(void *player, const RivalTurn *turn, const RivalHost *host) {
    Player *self = player;
    if (is(self, "calls-on")) {
        return goes_on(host) ? 1 : RIVAL_FAILED;
    } else if (is(self, "calls-no-more")) {
        calls_on = false;
        return 1;
    }
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
    if (is(self, "out-of-range")) {
        return (int32_t)turn->legal_move_count;
    } else if (is(self, "fails-silently")) {
        return RIVAL_FAILED;
    } else if (is(self, "resigns")) {
        return RIVAL_RESIGN;
    } else if (is(self, "accepts")) {
        return RIVAL_ACCEPT_DRAW;
    } else if (is(self, "offers")) {
        return 1 | RIVAL_AND_OFFER_DRAW;
    } else if (is(self, "echo-turn")) {
        echo(self, turn, host);
        return RIVAL_FAILED;
    } else if (is(self, "observes")) {
        host->fail(host->context, self->text);
        return RIVAL_FAILED;
    }
    host->report(host->context, &thinking);
    host->log(host->context, "thinking");
    return 0;
}

static void ponder(void *player, const RivalTurn *turn, const RivalHost *host) {
    Player *self = player;
    if (is(self, "observes")) {
        echo(self, turn, host);
    }
}

static void observe(void *player, const RivalEvent *event, const RivalHost *host) {
    Player *self = player;
    (void)host;
    if (is(self, "observes")) {
        snprintf(self->text, sizeof self->text, "%u %s %s %d", event->kind, event->move, event->position, event->seat);
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
    PLAYER("echo-setup"), PLAYER("calls-on"),       PLAYER("calls-no-more"),
    {.name = "refuses", .games = games, .game_count = 2, .options = options, .option_count = 4},
};

RIVAL_EXPORT_PLUGIN = {
    .name = "c-faults",
    .version = "7.8",
    .players = players,
    .player_count = PLAYER_COUNT,
    .new_player = NEW_PLAYER,
    .close = close_player,
    .start = start,
    .choose_move = CHOOSE_MOVE,
    .ponder = ponder,
    .observe = observe,
};
