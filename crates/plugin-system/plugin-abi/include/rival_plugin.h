/*
 * rival_plugin.h: write a player for Rival in C, or in any language that can export a C structure.
 *
 * A plugin is a shared library that exports two constants: RIVAL_C_PLUGIN_STAMP, which identifies the file before any
 * of its code runs, and RIVAL_C_PLUGIN, its functions. The macro RIVAL_EXPORT_PLUGIN defines both:
 *
 *     RIVAL_EXPORT_PLUGIN = { .name = "lucky", .version = "1.0", .players = players, .player_count = 1,
 *                             .new_player = new_player, .choose_move = choose_move };
 *
 *     cc -std=c11 -O2 -shared -fPIC -I DIR_OF_THIS_HEADER lucky.c -o lucky.so
 *     rival plugin check lucky.so
 *
 * Texts are UTF-8 and end with a zero byte. Moves and positions are in the notation of the game. What Rival
 * passes to a function is valid until that function returns. What a plugin exports must never change.
 *
* Rival calls a player from one thread at a time, not always from the same one; different players may be called
 * at the same time. The functions of a RivalHost may be called from any thread until the call that lent it returns;
* after that they do nothing.
 *
* This layout doesn't change. If it ever has to, RIVAL_C_INTERFACE goes up by one.
 */

#ifndef RIVAL_PLUGIN_H
#define RIVAL_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number of this layout. */
#define RIVAL_C_INTERFACE 2

/* What choose_move may return in place of a move's index. */
#define RIVAL_RESIGN (-1)
#define RIVAL_ACCEPT_DRAW (-2) /* only if RivalTurn.draw_offer is a seat */
#define RIVAL_FAILED (-3)      /* loses the match; give the reason to RivalHost.fail */
/* Added to a move's index: plays it and offers a draw. */
#define RIVAL_AND_OFFER_DRAW 0x40000000

/* No seat, no limit, unknown. */
#define RIVAL_NONE (-1)

/* RIVAL_EXPORT_PLUGIN fills it in. */
typedef struct RivalStamp {
    uint8_t magic[16];
    uint8_t interface_number[4]; /* little-endian */
    uint8_t revision[4];         /* little-endian */
    char made_with[40];
} RivalStamp;

/* The kinds of options. */
enum {
    RIVAL_INTEGER = 0, /* a whole number from min to max */
    RIVAL_FLAG = 1,    /* "true" or "false" */
    RIVAL_CHOICE = 2,  /* one of choices */
    RIVAL_TEXT = 3     /* any text */
};

/* An option of a player. */
typedef struct RivalOptionSpec {
    const char *name;        /* of a-z, 0-9, '-', '_' and '.' */
    const char *description; /* one line, with its unit */
    const char *default_value;
    const char *const *choices; /* of a choice */
    size_t choice_count;
    int64_t min; /* of an integer */
    int64_t max;
    uint32_t kind;
} RivalOptionSpec;

/* A kind of player. */
typedef struct RivalPlayerInfo {
    const char *name;         /* of a-z, 0-9, '-', '_' and '.' */
    const char *description;  /* one line */
    const char *const *games; /* "name" or "name:variant"; none means every game */
    size_t game_count;
    const RivalOptionSpec *options;
    size_t option_count;
} RivalPlayerInfo;

/* The value of an option. Rival has checked it, and gives one for every option. */
typedef struct RivalOption {
    const char *name;
    const char *value;
} RivalOption;

/* The settings of a match for one player. */
typedef struct RivalSetup {
    const char *game;         /* with its variant: "name:variant" */
    const char *time_control; /* "none", "2s" a move, "1m+1s" and increment, "40/5m": moves in a time */
    uint64_t seed;            /* of all of the player's randomness */
    int64_t depth_max;        /* in plies, or RIVAL_NONE */
    int64_t node_count_max;   /* positions per move, or RIVAL_NONE */
    uint32_t seat;            /* from 0 */
    uint32_t seat_count;
    bool pondering; /* whether ponder is called while others think */
} RivalSetup;

/* What a player gets for choosing a move, and for pondering. */
typedef struct RivalTurn {
    const char *start;              /* the position in which the match started */
    const char *moves;              /* all moves since then, separated by single spaces */
    const char *position;           /* the current position */
    const char *const *legal_moves; /* NULL while others are to move */
    size_t legal_move_count;        /* at least 1 on the player's turn, 0 while others are to move */
    int64_t time_left_ms;           /* until the match is lost, or RIVAL_NONE */
    int64_t budget_ms;              /* until is_stopped turns true, or RIVAL_NONE */
    int32_t draw_offer;             /* the seat that has offered a draw, or RIVAL_NONE */
    uint32_t seat;                  /* of the player, from 0 */
} RivalTurn;

/* The kinds of events. */
enum {
    RIVAL_CHANCE_DECIDED = 0,
    RIVAL_MOVE_PLAYED = 1,
    RIVAL_MOVE_TAKEN_BACK = 2,
    RIVAL_MOVE_REDONE = 3,
    RIVAL_MATCH_ENDED = 4
};

typedef struct RivalEvent {
    const char *move;     /* that was played, or "" */
    const char *position; /* after it, or "" at the end */
    uint32_t kind;
    int32_t seat; /* that moved, or RIVAL_NONE */
} RivalEvent;

/* The units of RivalThinking.value. */
enum {
    RIVAL_CENTI = 0,  /* hundredths of the game's unit */
    RIVAL_WIN_IN = 1, /* a win in this number of plies */
    RIVAL_LOSS_IN = 2 /* a loss in this number of plies */
};

/* A player's report on its search: one line of play. */
typedef struct RivalThinking {
    const char *line;        /* moves, separated by single spaces */
    uint64_t nodes;          /* positions visited so far for this move */
    uint64_t evaluations;    /* positions evaluated so far for this move */
    uint64_t cutoffs;        /* positions at which the search was cut off */
    int64_t selective_depth; /* the maximum depth reached, in plies, or RIVAL_NONE */
    int32_t table_use;       /* of the transposition table, per mille, or RIVAL_NONE */
    uint32_t depth;          /* completed, in plies */
    uint32_t rank;           /* of the line, 1 is the best */
    uint32_t value_kind;
    int32_t value; /* score of the position for the side to move if this line is played */
} RivalThinking;

/* How urgently the answer is needed, in ascending order. */
enum {
    RIVAL_MAY_THINK = 0,
    RIVAL_BUDGET_USED = 1, /* a player that manages its own clock may go on */
    RIVAL_MOVE_NOW = 2,    /* a person at the table wants the move at once */
    RIVAL_WITHDRAWN = 3,   /* the turn was taken back, or the match is over: the answer is dropped */
    RIVAL_TIMED_OUT = 4    /* the match is lost on time: the answer is dropped */
};

/*
 * The rules of the game.
 *
 * A player that looks ahead keeps positions, which it knows by handles. In each of them it plays moves and takes them back,
 * and asks what is known of it and of the positions after it. Moves are known by their index in the list of legal moves,
 * whose order is that of RivalTurn.legal_moves. Most functions take many positions at once, and write to arrays of the
 * caller. The rules run in the plugin's process: a call is as cheap as one of the plugin's own functions.
 *
 *     const RivalRules *rules = host->rules;
 *     RivalPosition here;
 *     RivalState after[256];
 *     if (rules->make(rules->context, turn->start, turn->moves, &here) == 0) {
 *         int32_t count = rules->look_ahead(rules->context, &here, 1, after, 256);
 *         for (int32_t i = 0; i < count; i++) { ... after[i] is the position after turn->legal_moves[i] ... }
 *         rules->release(rules->context, &here, 1);
 *     }
 *
 * Positions belong to the player: they stay until they are released, from one turn to the next, and end with the player.
 * The rules know no match, so they tell nothing that the player may not see. Of hidden hands RivalTurn has what the player
 * sees: make refuses moves that are hidden, and a position of the player's own view, where a game has such, knows no more.
 *
 * The functions may be called as those of a RivalHost: from any thread, until the call ends that lent the host. Calls for
 * different positions don't wait for each other.
 */

/* A position that a player keeps. 0 is none, and one that was released is never used again. */
typedef uint64_t RivalPosition;

/* The most seats that a game may have. */
#define RIVAL_SEATS_MAX 8
/* The most positions that one call takes, and the most that one call describes. A full batch may take a second: smaller
 * ones, of a thousand, are as fast, and leave time to look at is_stopped. */
#define RIVAL_BATCH_MAX 65536
/* The most positions that a player may keep, those included to which it can take moves back. */
#define RIVAL_KEPT_MAX 1048576

/* In RivalState.turn: dice, a shuffle or a draw of cards decides. */
#define RIVAL_CHANCE (-2)

/* Why a function of RivalRules refuses. Of several items, those before the wrong one are done, and those after it are not;
 * RivalRules.why says in words what is wrong, and with which item. */
enum {
    RIVAL_NOT_NOW = -101,     /* the call that has lent the host has ended */
    RIVAL_NO_RULES = -102,    /* this program doesn't have the rules of the game */
    RIVAL_NO_POSITION = -103, /* the handle was never given, or was released */
    RIVAL_NO_MOVE = -104,     /* there is no such legal move, or none that can be taken back */
    RIVAL_IS_OVER = -105,     /* the game is over, so no move can be played */
    RIVAL_MALFORMED = -106,   /* the text is no position of the game, or its moves are not legal */
    RIVAL_BAD_POINTER = -107, /* a pointer is NULL, or not aligned */
    RIVAL_TOO_MANY = -108,    /* more than RIVAL_BATCH_MAX or RIVAL_KEPT_MAX */
    RIVAL_TOO_SMALL = -109,   /* the array is too small for the answer */
    RIVAL_BROKEN = -110       /* the rules have failed, which is a fault of Rival: please report it */
};

/* What is known of a position without its text. */
typedef struct RivalState {
    uint64_t key;        /* equal for equal positions: boards and who is to move, not counters of draw rules */
    uint32_t move_count; /* legal moves; 0 if the game is over */
    int32_t turn;        /* the seat that acts next, RIVAL_CHANCE, or RIVAL_NONE if the game is over */
    int16_t payoffs[RIVAL_SEATS_MAX]; /* if the game is over: what each seat has won, 1, 0 or -1 in most games */
} RivalState;

/* The first argument of every function is context. All return a number from 0 on, or one of the reasons above. */
typedef struct RivalRules {
    size_t size; /* of this structure in bytes, as the program has it */
    const void *context;
    /* Makes the position after moves, which are separated by single spaces, from start. start may be NULL for the start of
     * the game, and moves for none. Positions before it count where a rule counts repetitions, so prefer RivalTurn.start
     * and .moves to .position. The moves can be taken back. */
    int32_t (*make)(const void *context, const char *start, const char *moves, RivalPosition *made);
    /* Makes count copies of a position, or none. In a copy no earlier move can be taken back. */
    int32_t (*copy)(const void *context, RivalPosition position, RivalPosition *copies, size_t count);
    /* Releases positions. */
    int32_t (*release)(const void *context, const RivalPosition *positions, size_t count);
    /* Plays moves[i] in positions[i]. */
    int32_t (*play)(const void *context, const RivalPosition *positions, const uint32_t *moves, size_t count);
    /* Takes the last move back in each position. */
    int32_t (*take_back)(const void *context, const RivalPosition *positions, size_t count);
    /* Describes positions[i] in states[i]. */
    int32_t (*states)(const void *context, const RivalPosition *positions, RivalState *states, size_t count);
    /* Describes the positions after each legal move: first those of positions[0] in the order of its moves, then those of
     * positions[1], and so on. There are move_count of each. capacity is the length of states; returns how many were
     * written. */
    int32_t (*look_ahead)(const void *context, const RivalPosition *positions, size_t count, RivalState *states,
                          size_t capacity);
    /* In how many of the equally likely ways each legal move is drawn where chance is next; 1 each elsewhere. capacity is
     * the length of weights; returns how many were written. */
    int32_t (*weights)(const void *context, RivalPosition position, uint32_t *weights, size_t capacity);
    /* The index of the legal move that a text means. */
    int32_t (*find_move)(const void *context, RivalPosition position, const char *text);
    /* The texts of a legal move, of a position, and of the reason why the newest refused call of this player was refused.
     * Returns the length without the zero byte. If capacity is not greater, nothing is written; text may be NULL then. */
    int32_t (*move_text)(const void *context, RivalPosition position, uint32_t move, char *text, size_t capacity);
    int32_t (*position_text)(const void *context, RivalPosition position, char *text, size_t capacity);
    int32_t (*why)(const void *context, char *text, size_t capacity);
} RivalRules;

/* What Rival does for a player during one call. The first argument of every function is context. */
typedef struct RivalHost {
    const void *context;
    /* Whether to answer now: check it every thousand positions, it takes a few nanoseconds. */
    bool (*is_stopped)(const void *context);
    /* Reports on the search. */
    void (*report)(const void *context, const RivalThinking *thinking);
    /* Writes a line to the log. */
    void (*log)(const void *context, const char *text);
    /* The index of the legal move that a text means, or RIVAL_NONE. */
    int32_t (*find_move)(const void *context, const char *text);
    /* Gives the reason why the call fails; for new_player, start and choose_move. */
    void (*fail)(const void *context, const char *text);
    /* How urgently the answer is needed. is_stopped is true from RIVAL_BUDGET_USED on. */
    uint32_t (*urgency)(const void *context);
    /* The rules of the game; never NULL. */
    const RivalRules *rules;
} RivalHost;

/* A plugin. Optional functions may be NULL. */
typedef struct RivalPlugin {
    const char *name; /* of a-z, 0-9, '-', '_' and '.' */
    const char *version;
    const RivalPlayerInfo *players;
    size_t player_count;
    /* Creates a player; NULL on failure. What it returns is passed to the functions below. */
    void *(*new_player)(const char *player, const char *game, const RivalOption *options, size_t option_count,
                        const RivalHost *host);
    /* Frees a player. Optional. */
    void (*close)(void *player);
    /* A match begins, or begins again. Returns 0 if the player is ready. Optional. */
    int32_t (*start)(void *player, const RivalSetup *setup, const RivalHost *host);
    /* Returns the index of a legal move, or one of the constants above. */
    int32_t (*choose_move)(void *player, const RivalTurn *turn, const RivalHost *host);
    /* Thinks while others are to move, until is_stopped is true. Optional. */
    void (*ponder)(void *player, const RivalTurn *turn, const RivalHost *host);
    /* Something happened at the table. RivalTurn contains the whole match, so this is optional. */
    void (*observe)(void *player, const RivalEvent *event, const RivalHost *host);
} RivalPlugin;

#if defined(__GNUC__) || defined(__clang__)
#define RIVAL_EXPORT __attribute__((visibility("default")))
#else
#define RIVAL_EXPORT
#endif

extern RIVAL_EXPORT const RivalStamp RIVAL_C_PLUGIN_STAMP;
extern RIVAL_EXPORT const RivalPlugin RIVAL_C_PLUGIN;

#define RIVAL_EXPORT_PLUGIN                                                                                          \
    const RivalStamp RIVAL_C_PLUGIN_STAMP = {                                                                        \
        {'r', 'i', 'v', 'a', 'l', ' ', 'p', 'l', 'u', 'g', 'i', 'n', ' ', 0x1a, '\r', '\n'},                         \
        {RIVAL_C_INTERFACE, 0, 0, 0},                                                                                \
        {1, 0, 0, 0},                                                                                                \
        "2"};                                                                                                        \
    const RivalPlugin RIVAL_C_PLUGIN

#ifdef __cplusplus
}
#endif

#endif
