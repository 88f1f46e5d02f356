/* A plugin in C that calls the rules in the way named by its player, and reports the results as the reason of a failure. */

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rival_plugin.h"

typedef struct {
    char name[32];
    char text[8192];
    RivalPosition kept;
    const RivalHost *host;
} Player;

static void *new_player(const char *player, const char *game, const RivalOption *options, size_t count,
                        const RivalHost *host) {
    (void)game, (void)options, (void)count;
    Player *self = calloc(1, sizeof *self);
    if (self != NULL) {
        snprintf(self->name, sizeof self->name, "%s", player);
        /* The rules are available before the first turn. */
        if (strcmp(player, "keeps") == 0 && host->rules->make(host->context, NULL, NULL, &self->kept) < 0) {
            host->fail(host->context, "no rules");
            free(self);
            return NULL;
        }
    }
    return self;
}

static void close_player(void *player) { free(player); }

/* Appends to the player's text. */
static void tell(Player *self, const char *format, ...) {
    size_t length = strlen(self->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(self->text + length, sizeof self->text - length, format, arguments);
    va_end(arguments);
}

static void tell_why(Player *self, const RivalRules *rules) {
    char why[1024] = "";
    rules->why(rules->context, why, sizeof why);
    tell(self, "[%s] ", why);
}

/* ---- counting ---- */

/* The number of positions after this many plies. The last ply is counted by look-ahead. */
static uint64_t count(const RivalRules *rules, RivalPosition here, unsigned plies, RivalState *states) {
    RivalState state;
    if (rules->states(rules->context, &here, &state, 1) < 0) {
        return 0;
    }
    if (plies <= 1) {
        int32_t found = rules->look_ahead(rules->context, &here, 1, states, RIVAL_BATCH_MAX);
        return found < 0 ? 0 : (uint64_t)found;
    }
    uint64_t sum = 0;
    for (uint32_t i = 0; i < state.move_count; i++) {
        if (rules->play(rules->context, &here, &i, 1) == 0) {
            sum += count(rules, here, plies - 1, states);
            rules->take_back(rules->context, &here, 1);
        }
    }
    return sum;
}

/* Like count, but plays every move instead of looking ahead. */
static uint64_t count_one_by_one(const RivalRules *rules, RivalPosition here, unsigned plies) {
    RivalState state;
    if (plies == 0) {
        return 1;
    }
    rules->states(rules->context, &here, &state, 1);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < state.move_count; i++) {
        if (rules->play(rules->context, &here, &i, 1) == 0) {
            sum += count_one_by_one(rules, here, plies - 1);
            rules->take_back(rules->context, &here, 1);
        }
    }
    return sum;
}

/* Counts the positions at each depth, and reports the speed. */
static void perft(Player *self, const RivalTurn *turn, const RivalRules *rules) {
    RivalState *states = malloc(RIVAL_BATCH_MAX * sizeof *states);
    RivalPosition here;
    if (states != NULL && rules->make(rules->context, turn->start, turn->moves, &here) == 0) {
        uint64_t all = 0, found;
        unsigned plies = 1;
        clock_t begun = clock();
        for (; plies <= 8; plies++) {
            all += found = count(rules, here, plies, states);
            tell(self, "%llu ", (unsigned long long)found);
        }
        double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
        begun = clock();
        uint64_t one_by_one = count_one_by_one(rules, here, 7);
        double seconds_one_by_one = (double)(clock() - begun) / CLOCKS_PER_SEC;
        tell(self, "%llu; %.0f and %.0f positions a second", (unsigned long long)one_by_one, (double)all / seconds,
             (double)one_by_one / seconds_one_by_one);
    } else {
        tell_why(self, rules);
    }
    free(states);
}

/* Threads count at the same time, each in its own copy. */
typedef struct {
    const RivalRules *rules;
    RivalPosition here;
    uint64_t found;
} Work;

static void *work(void *argument) {
    Work *self = argument;
    self->found = count_one_by_one(self->rules, self->here, 5);
    for (int i = 0; i < 1000; i++) {
        RivalPosition copies[8];
        if (self->rules->copy(self->rules->context, self->here, copies, 8) == 0) {
            self->rules->release(self->rules->context, copies, 8);
        }
    }
    return NULL;
}

static void threads(Player *self, const RivalTurn *turn, const RivalRules *rules) {
    enum { THREADS = 4 };
    RivalPosition here, copies[THREADS];
    pthread_t started[THREADS];
    Work works[THREADS];
    rules->make(rules->context, turn->start, turn->moves, &here);
    rules->copy(rules->context, here, copies, THREADS);
    for (int i = 0; i < THREADS; i++) {
        works[i] = (Work){rules, copies[i], 0};
        if (pthread_create(&started[i], NULL, work, &works[i]) != 0) {
            tell(self, "no thread");
            return;
        }
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(started[i], NULL);
        tell(self, "%llu ", (unsigned long long)works[i].found);
    }
}

/* ---- one position ---- */

static void describe(Player *self, const RivalTurn *turn, const RivalRules *rules) {
    const void *context = rules->context;
    RivalPosition here;
    RivalState states[512];
    uint32_t weights[512];
    char text[512];
    int32_t made = rules->make(context, turn->start[0] == '\0' ? NULL : turn->start, turn->moves, &here);
    if (made < 0) {
        tell(self, "%d ", made);
        tell_why(self, rules);
        return;
    }
    rules->states(context, &here, states, 1);
    tell(self, "turn %d, %u moves", states[0].turn, states[0].move_count);
    if (states[0].turn == RIVAL_NONE) {
        tell(self, ", payoffs %d %d", states[0].payoffs[0], states[0].payoffs[1]);
    }
    rules->position_text(context, here, text, sizeof text);
    tell(self, ", %s:", text);
    int32_t count = rules->look_ahead(context, &here, 1, states, 512);
    rules->weights(context, here, weights, 512);
    for (int32_t i = 0; i < count; i++) {
        rules->move_text(context, here, (uint32_t)i, text, sizeof text);
        tell(self, " %s*%u>%d/%u", text, weights[i], states[i].turn, states[i].move_count);
        if (rules->find_move(context, here, text) != i) {
            tell(self, "(another move)");
        }
    }
}

/* Continues from the position kept since the last turn. */
static void keep(Player *self, const RivalTurn *turn, const RivalRules *rules) {
    const void *context = rules->context;
    char text[256] = "";
    const char *last = strrchr(turn->moves, ' ');
    int32_t mv = rules->find_move(context, self->kept, last == NULL ? turn->moves : last + 1);
    uint32_t index = (uint32_t)mv;
    int32_t played = rules->play(context, &self->kept, &index, 1);
    rules->position_text(context, self->kept, text, sizeof text);
    tell(self, "%d %s", played, text);
}

/* ---- invalid calls ---- */

static void misuse_handles(Player *self, const RivalRules *rules, RivalPosition here) {
    const void *context = rules->context;
    RivalPosition copy, wrong[] = {here, 0, here}, unknown = 77, next = here + ((RivalPosition)1 << 32), all = UINT64_MAX;
    RivalState states[8];
    uint32_t moves[] = {0, 0, 0}, far = UINT32_MAX;
    rules->copy(context, here, &copy, 1);
    tell(self, "released %d ", rules->release(context, &copy, 1));
    tell(self, "%d ", rules->release(context, &copy, 1));
    tell_why(self, rules);
    tell(self, "use %d %d %d %d %d ", rules->states(context, &copy, states, 1), rules->play(context, &copy, moves, 1),
         rules->take_back(context, &copy, 1), rules->copy(context, copy, &copy, 1),
         rules->look_ahead(context, &copy, 1, states, 8));
    tell(self, "%d %d %d %d ", rules->weights(context, copy, moves, 3), rules->find_move(context, copy, "11-15"),
         rules->move_text(context, copy, 0, NULL, 0), rules->position_text(context, copy, NULL, 0));
    tell(self, "others %d %d %d ", rules->states(context, &unknown, states, 1), rules->states(context, &next, states, 1),
         rules->states(context, &all, states, 1));
    tell(self, "second of three %d ", rules->states(context, wrong, states, 3));
    tell_why(self, rules);
    tell(self, "moves %d ", rules->play(context, &here, &far, 1));
    tell_why(self, rules);
    tell(self, "%d ", rules->take_back(context, &here, 1));
    tell(self, "%d ", rules->find_move(context, here, "1-2"));
    tell_why(self, rules);
    tell(self, "%d", rules->move_text(context, here, 7, NULL, 0));
}

static void misuse_arrays(Player *self, const RivalRules *rules, RivalPosition here) {
    const void *context = rules->context;
    RivalState states[8];
    uint32_t move = 0;
    char text[8] = "kept";
    static RivalPosition many[RIVAL_BATCH_MAX + 1];
    static RivalState described[RIVAL_BATCH_MAX + 1];
    tell(self, "null %d %d %d ", rules->states(context, NULL, states, 1), rules->states(context, &here, NULL, 1),
         rules->play(context, &here, NULL, 1));
    tell(self, "%d %d %d %d ", rules->make(context, NULL, NULL, NULL), rules->copy(context, here, NULL, 1),
         rules->release(context, NULL, 1), rules->look_ahead(context, &here, 1, NULL, 8));
    tell(self, "%d %d %d %d ", rules->weights(context, here, NULL, 8), rules->find_move(context, here, NULL),
         rules->move_text(context, here, 0, NULL, 8), rules->position_text(context, here, NULL, 1000));
    tell(self, "context %d ", rules->states(NULL, &here, states, 1));
    tell(self, "none %d %d %d %d ", rules->states(context, NULL, NULL, 0), rules->copy(context, here, NULL, 0),
         rules->look_ahead(context, NULL, 0, NULL, 0), rules->play(context, NULL, NULL, 0));
    tell(self, "unaligned %d ", rules->states(context, (const RivalPosition *)((const char *)many + 1), states, 1));
    for (size_t i = 0; i <= RIVAL_BATCH_MAX; i++) {
        many[i] = here;
    }
    tell(self, "too many %d %d %d %d ", rules->states(context, many, described, RIVAL_BATCH_MAX + 1),
         rules->states(context, many, described, SIZE_MAX), rules->copy(context, here, many, SIZE_MAX),
         rules->look_ahead(context, many, RIVAL_BATCH_MAX, described, SIZE_MAX));
    tell(self, "a full batch %d ", rules->states(context, many, described, RIVAL_BATCH_MAX));
    tell(self, "too small %d %d ", rules->look_ahead(context, &here, 1, states, 6), rules->weights(context, here, &move, 1));
    int32_t length = rules->move_text(context, here, 0, text, 4);
    tell(self, "texts %d %s ", length, text);
    length = rules->move_text(context, here, 0, text, 5);
    tell(self, "%d %s ", length, text);
    length = rules->move_text(context, here, 0, text, 6);
    tell(self, "%d %s ", length, text);
    /* Reads and writes the same array. */
    RivalPosition same[1] = {here};
    tell(self, "same %d", rules->states(context, same, (RivalState *)many, 1));
}

static void misuse_texts(Player *self, const RivalRules *rules) {
    const void *context = rules->context;
    RivalPosition made = 0;
    static char long_text[2000000];
    memset(long_text, 'x', sizeof long_text - 1);
    tell(self, "%d ", rules->make(context, "no position", NULL, &made));
    tell_why(self, rules);
    tell(self, "%d ", rules->make(context, NULL, "11-15 11-15", &made));
    tell_why(self, rules);
    tell(self, "%d %d ", rules->make(context, "\xff\xfe", "\xff", &made), rules->make(context, long_text, NULL, &made));
    tell(self, "%d %d ", rules->make(context, NULL, long_text, &made), rules->make(context, "", "", &made));
    tell(self, "made %d", made != 0);
}

/* Keeps as many positions as it can. */
static void keep_many(Player *self, const RivalRules *rules, RivalPosition here) {
    const void *context = rules->context;
    static RivalPosition copies[RIVAL_BATCH_MAX];
    int32_t refused = 0;
    int batches = 0;
    for (; batches < 100 && refused == 0; batches++) {
        refused = rules->copy(context, here, copies, RIVAL_BATCH_MAX);
    }
    uint32_t move = 0;
    RivalPosition one;
    tell(self, "%d in batch %d ", refused, batches);
    tell_why(self, rules);
    int rest = 0;
    while (rules->copy(context, here, &one, 1) == 0) {
        rest++;
    }
    tell(self, "rest %d, play %d make %d ", rest, rules->play(context, &here, &move, 1), rules->make(context, NULL, NULL, &one));
    rules->release(context, copies, 1);
    tell(self, "after a release %d ", rules->play(context, &here, &move, 1));
    tell(self, "%d", rules->take_back(context, &here, 1));
}

static int is(const Player *self, const char *name) { return strcmp(self->name, name) == 0; }

static int32_t choose_move(void *player, const RivalTurn *turn, const RivalHost *host) {
    Player *self = player;
    const RivalRules *rules = host->rules;
    RivalPosition here = 0;
    self->text[0] = '\0';
    self->host = host;
    if (is(self, "perft")) {
        perft(self, turn, rules);
    } else if (is(self, "threads")) {
        threads(self, turn, rules);
    } else if (is(self, "describes")) {
        describe(self, turn, rules);
    } else if (is(self, "keeps")) {
        keep(self, turn, rules);
    } else if (is(self, "texts")) {
        misuse_texts(self, rules);
    } else if (rules->size != sizeof *rules || rules->make(rules->context, NULL, NULL, &here) < 0) {
        tell_why(self, rules);
    } else if (is(self, "handles")) {
        misuse_handles(self, rules, here);
    } else if (is(self, "arrays")) {
        misuse_arrays(self, rules, here);
    } else {
        keep_many(self, rules, here);
    }
    host->fail(host->context, self->text);
    return RIVAL_FAILED;
}

#define PLAYER(player) {.name = player, .description = "does it"}

static const RivalPlayerInfo players[] = {
    PLAYER("perft"), PLAYER("threads"), PLAYER("describes"), PLAYER("keeps"),
    PLAYER("handles"), PLAYER("arrays"), PLAYER("texts"), PLAYER("keeps-many"),
};

RIVAL_EXPORT_PLUGIN = {
    .name = "c-rules",
    .version = "1",
    .players = players,
    .player_count = sizeof players / sizeof players[0],
    .new_player = new_player,
    .close = close_player,
    .choose_move = choose_move,
};
