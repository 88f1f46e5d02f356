/*
 * Two players in C, in one plugin. "longest" plays the move with the longest text: where a notation names every square of
 * a move, that is the longest one. "careful" looks two plies ahead in any game, by the rules that Rival lends it; its own
 * part is the function value. See README.md beside this file for how to build it.
 */

#include <stdlib.h>
#include <string.h>

#include "rival_plugin.h"

/* The state of a player. */
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

/* Says what the player thinks: "rival watch --thinking" shows it. */
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

/* What a position is good for, for a seat: at the end what it has won; until then, how many moves there are. */
static double value(const RivalState *state, int32_t seat) {
    if (state->turn == RIVAL_NONE) {
        return 1000.0 * state->payoffs[seat];
    }
    return state->turn == seat ? state->move_count : -(double)state->move_count;
}

/* The value of a position by the states after its moves: the best one if the seat is to move, the worst one if others are,
 * and where chance decides the mean of all, by their weights. */
static double value_ahead(const RivalState *state, const RivalState *after, const uint32_t *weights, int32_t seat) {
    double best = value(after, seat), sum = 0.0, ways = 0.0;
    for (uint32_t i = 0; i < state->move_count; i++) {
        double found = value(&after[i], seat);
        if (state->turn == seat ? found > best : found < best) {
            best = found;
        }
        if (state->turn == RIVAL_CHANCE) {
            sum += weights[i] * found;
            ways += weights[i];
        }
    }
    return state->turn == RIVAL_CHANCE && ways > 0.0 ? sum / ways : best;
}

/* The positions after each legal move, and after each reply to it. */
typedef struct Tree {
    size_t count;
    RivalPosition *children;
    uint32_t *moves;
    RivalState *states;
    RivalState *replies; /* to the first child, then to the second one, and so on */
    size_t reply_count;
    uint32_t *weights; /* of the replies to one child */
} Tree;

/* Fills the tree below a position. Returns false if the rules refuse, or there is no memory. */
static bool grow(Tree *tree, RivalPosition here, const RivalRules *rules) {
    size_t count = tree->count;
    tree->children = calloc(count, sizeof *tree->children);
    tree->moves = calloc(count, sizeof *tree->moves);
    tree->states = calloc(count, sizeof *tree->states);
    if (tree->children == NULL || tree->moves == NULL || tree->states == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        tree->moves[i] = (uint32_t)i;
    }
    if (rules->copy(rules->context, here, tree->children, count) < 0) {
        return false;
    }
    if (rules->play(rules->context, tree->children, tree->moves, count) < 0 ||
        rules->states(rules->context, tree->children, tree->states, count) < 0) {
        rules->release(rules->context, tree->children, count);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        tree->reply_count += tree->states[i].move_count;
    }
    tree->replies = calloc(tree->reply_count + 1, sizeof *tree->replies);
    tree->weights = calloc(tree->reply_count + 1, sizeof *tree->weights);
    bool is_grown = tree->replies != NULL && tree->weights != NULL &&
                    rules->look_ahead(rules->context, tree->children, count, tree->replies, tree->reply_count) >= 0;
    /* The weights of chance are needed while the children are there. */
    for (size_t i = 0, first = 0; i < count && is_grown; first += tree->states[i++].move_count) {
        if (tree->states[i].turn == RIVAL_CHANCE) {
            is_grown = rules->weights(rules->context, tree->children[i], tree->weights + first,
                                      tree->states[i].move_count) >= 0;
        }
    }
    rules->release(rules->context, tree->children, count);
    return is_grown;
}

/* The index of the best move, or RIVAL_NONE if the rules don't say. */
static int32_t best_move(Player *self, const RivalTurn *turn, const RivalHost *host) {
    const RivalRules *rules = host->rules;
    RivalPosition here;
    RivalState state_here;
    if (rules->make(rules->context, turn->start, turn->moves, &here) < 0) {
        return RIVAL_NONE; /* of hidden hands no position can be made */
    }
    bool is_known = rules->states(rules->context, &here, &state_here, 1) == 0 &&
                    state_here.move_count == turn->legal_move_count;
    Tree tree = {.count = turn->legal_move_count};
    int32_t best = RIVAL_NONE, seat = (int32_t)turn->seat;
    double best_value = 0.0;
    bool is_grown = is_known && grow(&tree, here, rules);
    uint64_t ties = 0;
    for (size_t i = 0, first = 0; i < tree.count && is_grown; first += tree.states[i++].move_count) {
        const RivalState *state = &tree.states[i];
        double found = state->move_count == 0
                           ? value(state, seat)
                           : value_ahead(state, tree.replies + first, tree.weights + first, seat);
        if (best == RIVAL_NONE || found > best_value) {
            ties = 0;
        }
        if (best == RIVAL_NONE || found > best_value || (found == best_value && next_random(self) % (ties + 1) == 0)) {
            best = (int32_t)i;
            best_value = found;
        }
        ties += found == best_value;
    }
    if (is_grown) {
        report(host, turn->legal_moves[best], 2, tree.count + tree.reply_count, (int32_t)best_value);
    }
    rules->release(rules->context, &here, 1);
    free(tree.children);
    free(tree.moves);
    free(tree.states);
    free(tree.replies);
    free(tree.weights);
    return best;
}

static int32_t careful(Player *self, const RivalTurn *turn, const RivalHost *host) {
    int32_t best = best_move(self, turn, host);
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

/* All randomness comes from the seed, so that a match can be replayed exactly. */
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
