/*
 * Two players in C, in one plugin. "longest" plays the move with the longest text, which is the longest move if the notation
 * names every square. "careful" looks two plies ahead in any game with the rules that Rival provides, and evaluates positions
 * with random playouts; its own part is the function value. README.md next to this file explains how to build it.
 */

#include <stdlib.h>
#include <string.h>

#include "rival_plugin.h"

/* A player's state. */
typedef struct Player {
    bool is_careful;
    bool by_chance; /* longest: ties=random */
    uint64_t random;
} Player;

/* The next number of a xorshift generator (Marsaglia 2003, 64 bits, shifts 13, 7, 17). */
static uint64_t next_random(Player *self) {
    self->random ^= self->random << 13;
    self->random ^= self->random >> 7;
    self->random ^= self->random << 17;
    return self->random;
}

/* Reports the player's thinking, which "rival watch --thinking" shows. */
static void report(const RivalHost *host, const char *line, uint32_t depth, uint64_t nodes, int32_t value) {
    RivalThinking thinking = {
        .line = line,
        .nodes = nodes,
        .selective_depth = RIVAL_NONE,
        .table_use = RIVAL_NONE,
        .depth = depth,
        .rank = 1,
        .value_kind = RIVAL_CENTI,
        .value = value,
    };
    host->report(host->context, &thinking);
}

/* ---- longest ---- */

static int32_t longest(Player *self, const RivalTurn *turn, const RivalHost *host) {
    size_t best = 0, ties = 1;
    for (size_t i = 1; i < turn->legal_move_count && !host->is_stopped(host->context); i++) {
        size_t length = strlen(turn->legal_moves[i]), best_length = strlen(turn->legal_moves[best]);
        if (length > best_length) {
            best = i;
            ties = 1;
        } else if (length == best_length && self->by_chance && next_random(self) % ++ties == 0) {
            best = i;
        }
    }
    report(host, turn->legal_moves[best], 1, turn->legal_move_count, 0);
    return (int32_t)best;
}

/* ---- careful ---- */

/* A seat's value for the end of a game, far from any other value. */
static double value_of_end(const RivalState *state, int32_t seat) { return 100.0 * state->payoffs[seat]; }

/* The maximum number of moves in a random playout. */
enum { PLIES_MAX = 100 };

/* The value of an unfinished position for a seat: its average payoff in random playouts, in which all moves and all dice are
 * equally likely. To write a better player, start here. The position is unchanged afterwards. */
static double value(Player *self, RivalPosition position, int32_t seat, size_t games, const RivalRules *rules) {
    double sum = 0.0;
    for (size_t game = 0; game < games; game++) {
        RivalState state = {0};
        unsigned plies = 0;
        for (; plies <= PLIES_MAX && rules->states(rules->context, &position, &state, 1) == 0; plies++) {
            if (state.move_count == 0 || plies == PLIES_MAX) {
                break;
            }
            uint32_t move = (uint32_t)(next_random(self) % state.move_count);
            if (rules->play(rules->context, &position, &move, 1) < 0) {
                break;
            }
        }
        sum += state.turn == RIVAL_NONE ? state.payoffs[seat] : 0;
        while (plies-- > 0) {
            rules->take_back(rules->context, &position, 1);
        }
    }
    return sum / (double)games;
}

/* The value that the replies to a move decide: the value of an end that the side to move reaches at once, or 0. */
static double value_of_replies(const RivalState *state, const RivalState *replies, int32_t seat) {
    double best = 0.0, worst = 0.0;
    bool is_decided = true;
    for (uint32_t i = 0; i < state->move_count; i++) {
        double end = replies[i].turn == RIVAL_NONE ? value_of_end(&replies[i], seat) : 0.0;
        is_decided = is_decided && end != 0.0;
        best = i == 0 || end > best ? end : best;
        worst = i == 0 || end < worst ? end : worst;
    }
    if (state->turn == RIVAL_CHANCE) {
        return 0.0;
    }
    /* A win for the side to move, or its best end if every reply ends the game. */
    if (state->turn == seat) {
        return best > 0.0 || is_decided ? best : 0.0;
    }
    return worst < 0.0 || is_decided ? worst : 0.0;
}

/* A search's memory. */
typedef struct Search {
    size_t count;            /* of legal moves */
    RivalPosition *children; /* the positions after them */
    uint32_t *moves;
    RivalState *states;  /* of the children */
    RivalState *replies; /* the states after each reply to one of the moves */
    size_t reply_count;  /* for which there is room */
} Search;

/* Creates the position after each legal move. Returns false if the rules refuse or memory runs out. */
static bool begin(Search *search, RivalPosition here, const RivalRules *rules) {
    size_t count = search->count;
    search->children = calloc(count, sizeof *search->children);
    search->moves = calloc(count, sizeof *search->moves);
    search->states = calloc(count, sizeof *search->states);
    if (search->children == NULL || search->moves == NULL || search->states == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        search->moves[i] = (uint32_t)i;
    }
    if (rules->copy(rules->context, here, search->children, count) < 0 ||
        rules->play(rules->context, search->children, search->moves, count) < 0 ||
        rules->states(rules->context, search->children, search->states, count) < 0) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (search->states[i].move_count > search->reply_count) {
            search->reply_count = search->states[i].move_count;
        }
    }
    search->replies = calloc(search->reply_count + 1, sizeof *search->replies);
    return search->replies != NULL;
}

/* The maximum number of positions to play through for one match move. */
enum { POSITIONS_MAX = 20000 };

/* The value of a legal move: an end within two plies, or else the value from random playouts. */
static double value_of_move(Player *self, Search *search, size_t i, const RivalRules *rules, int32_t seat) {
    const RivalState *state = &search->states[i];
    RivalPosition child = search->children[i];
    if (state->turn == RIVAL_NONE) {
        return value_of_end(state, seat);
    }
    double found = 0.0;
    if (rules->look_ahead(rules->context, &child, 1, search->replies, search->reply_count) >= 0) {
        found = value_of_replies(state, search->replies, seat);
    }
    size_t games = POSITIONS_MAX / (PLIES_MAX * search->count) + 1;
    return found != 0.0 ? found : value(self, child, seat, games, rules);
}

static void end(Search *search, const RivalRules *rules) {
    if (search->children != NULL) {
        /* Handles of 0 are refused, so this releases only created handles. */
        rules->release(rules->context, search->children, search->count);
    }
    free(search->children);
    free(search->moves);
    free(search->states);
    free(search->replies);
}

/* The index of the best move, or RIVAL_NONE if the rules fail. Ties are broken at random. */
static int32_t best_move(Player *self, const RivalTurn *turn, const RivalHost *host, RivalPosition here) {
    const RivalRules *rules = host->rules;
    Search search = {.count = turn->legal_move_count};
    int32_t best = RIVAL_NONE;
    double best_value = 0.0;
    uint64_t nodes = search.count, ties = 1;
    bool has_begun = begin(&search, here, rules);
    for (size_t i = 0; i < search.count && has_begun; i++) {
        if (best != RIVAL_NONE && host->is_stopped(host->context)) {
            break;
        }
        double found = value_of_move(self, &search, i, rules, (int32_t)turn->seat);
        nodes += search.states[i].move_count;
        if (best == RIVAL_NONE || found > best_value) {
            best = (int32_t)i;
            best_value = found;
            ties = 1;
        } else if (found == best_value && next_random(self) % ++ties == 0) {
            best = (int32_t)i;
        }
    }
    if (best != RIVAL_NONE) {
        report(host, turn->legal_moves[best], 2, nodes, (int32_t)(100.0 * best_value));
    }
    end(&search, rules);
    return best;
}

static int32_t careful(Player *self, const RivalTurn *turn, const RivalHost *host) {
    const RivalRules *rules = host->rules;
    RivalPosition here;
    RivalState state;
    int32_t best = RIVAL_NONE;
    if (rules->make(rules->context, turn->start, turn->moves, &here) >= 0) {
        bool is_known = rules->states(rules->context, &here, &state, 1) >= 0;
        if (is_known && state.move_count == turn->legal_move_count) {
            best = best_move(self, turn, host, here);
        }
        rules->release(rules->context, &here, 1);
    }
    /* With hidden hands, no position can be created, so play a random move. */
    return best == RIVAL_NONE ? (int32_t)(next_random(self) % turn->legal_move_count) : best;
}

/* ---- the plugin ---- */

static void *new_player(const char *player, const char *game, const RivalOption *options, size_t option_count,
                        const RivalHost *host) {
    (void)game; /* both play every game */
    Player *self = calloc(1, sizeof *self);
    if (self == NULL) {
        host->fail(host->context, "no memory");
        return NULL;
    }
    self->is_careful = strcmp(player, "careful") == 0;
    for (size_t i = 0; i < option_count; i++) {
        if (strcmp(options[i].name, "ties") == 0) {
            self->by_chance = strcmp(options[i].value, "random") == 0;
        }
    }
    return self;
}

static void close_player(void *player) { free(player); }

/* All randomness comes from the seed. The same seed repeats a match exactly. */
static int32_t start(void *player, const RivalSetup *setup, const RivalHost *host) {
    Player *self = player;
    (void)host;
    self->random = setup->seed | 1;
    return 0;
}

static int32_t choose_move(void *player, const RivalTurn *turn, const RivalHost *host) {
    Player *self = player;
    return self->is_careful ? careful(self, turn, host) : longest(self, turn, host);
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

static const RivalPlayerInfo players[] = {
    {
        .name = "longest",
        .description = "plays the move with the longest text",
        .options = options,
        .option_count = 1,
    },
    {
        .name = "careful",
        .description = "looks two plies ahead in any game",
    },
};

RIVAL_EXPORT_PLUGIN = {
    .name = "c-example",
    .version = "1.0",
    .players = players,
    .player_count = sizeof players / sizeof players[0],
    .new_player = new_player,
    .close = close_player,
    .start = start,
    .choose_move = choose_move,
};
