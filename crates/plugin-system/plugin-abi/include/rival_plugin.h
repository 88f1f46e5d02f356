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
 * Texts are UTF-8 and end with a zero byte. Moves and positions are in the notation of the game. Data that Rival
 * passes to a function is valid until that function returns. Data that a plugin exports must never change.
 *
 * Rival calls a player from one thread at a time, not always from the same one; different players may be called
 * at the same time. The functions of a RivalHost may be called from any thread until the call that lent it returns;
 * after that they do nothing.
 *
 * This layout is stable. If it ever has to change, RIVAL_C_INTERFACE increases by one.
 */

#ifndef RIVAL_PLUGIN_H
#define RIVAL_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this layout. */
#define RIVAL_C_INTERFACE 2

/* Values that choose_move may return instead of a move's index. */
#define RIVAL_RESIGN (-1)
#define RIVAL_ACCEPT_DRAW (-2) /* only if RivalTurn.draw_offer is a seat */
#define RIVAL_FAILED (-3)      /* loses the match; give the reason to RivalHost.fail */
/* Add this to a move's index to play the move and offer a draw. */
#define RIVAL_AND_OFFER_DRAW 0x40000000

/* No seat, no limit, or an unknown value. */
#define RIVAL_NONE (-1)

/* Filled in by RIVAL_EXPORT_PLUGIN. */
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

/* The value of an option. Rival validates it, and passes a value for every option. */
typedef struct RivalOption {
    const char *name;
    const char *value;
} RivalOption;

/* The settings of a match for one player. */
typedef struct RivalSetup {
    const char *game;         /* with its variant: "name:variant" */
    const char *time_control; /* "none"; "2s" per move; "1m+1s": time and increment; "40/5m": moves per time */
    uint64_t seed;            /* for all of the player's random choices */
    int64_t depth_max;        /* in plies, or RIVAL_NONE */
    int64_t node_count_max;   /* positions per move, or RIVAL_NONE */
    uint32_t seat;            /* from 0 */
    uint32_t seat_count;
    bool pondering; /* whether ponder is called while others think */
} RivalSetup;

/* The input for choosing a move and for pondering. */
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
    const char *move;     /* the move that was played, or "" */
    const char *position; /* the position after it, or "" at the end */
    uint32_t kind;
    int32_t seat; /* the seat that moved, or RIVAL_NONE */
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
    int32_t table_use;       /* fill level of the transposition table, per mille, or RIVAL_NONE */
    uint32_t depth;          /* the completed depth, in plies */
    uint32_t rank;           /* rank of the line; 1 is the best */
    uint32_t value_kind;
    int32_t value; /* score of the position for the side to move if this line is played */
} RivalThinking;

/* How urgently the answer is needed, in ascending order. */
enum {
    RIVAL_MAY_THINK = 0,
    RIVAL_BUDGET_USED = 1, /* a player that manages its own clock may continue */
    RIVAL_MOVE_NOW = 2,    /* a person at the table wants the move at once */
    RIVAL_WITHDRAWN = 3,   /* the turn was taken back, or the match is over: the answer is ignored */
    RIVAL_TIMED_OUT = 4    /* the match is lost on time: the answer is ignored */
};

/*
 * The rules of the game.
 *
 * A player that looks ahead keeps positions, which it refers to by handles. It can play and take back moves in a
 * position, and query the position and its successors. A move is identified by its index in the list of legal moves,
 * which has the same order as RivalTurn.legal_moves. Most functions take many positions at once, and write to arrays of
 * the caller. The rules run in the plugin's process, so a call is as cheap as a call of the plugin's own functions.
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
 * Positions belong to the player: they persist across turns until they are released or the player is freed. The rules
 * have no access to the match, so they reveal nothing hidden from the player. In games with hidden hands RivalTurn
 * contains only the player's view: make refuses hidden moves, and a position of a player's view, in games that have
 * them, contains no more than that view.
 *
 * As with a RivalHost, the functions may be called from any thread until the call that lent the host returns. Calls for
 * different positions don't wait for each other.
 */

/* The handle of a position that a player keeps. 0 is no position. Handles are never reused. */
typedef uint64_t RivalPosition;

/* The maximum number of seats of a game. */
#define RIVAL_SEATS_MAX 8
/* The maximum number of positions that one call takes, and that one call describes. A full batch may take a second.
 * Batches of a thousand are as fast per position, and allow timely checks of is_stopped. */
#define RIVAL_BATCH_MAX 65536
/* The maximum number of positions that a player may keep, including those that take-backs can restore. */
#define RIVAL_KEPT_MAX 1048576

/* A value of RivalState.turn: chance acts next, by dice, a shuffle or a draw of cards. */
#define RIVAL_CHANCE (-2)

/* The reasons why a function of RivalRules refuses a call. In a batch, the items before the invalid one are done, and
 * those after it are not. RivalRules.why describes the problem and names the item. */
enum {
    RIVAL_NOT_NOW = -101,     /* the call that lent the host has returned */
    RIVAL_NO_RULES = -102,    /* this program doesn't have the rules of the game */
    RIVAL_NO_POSITION = -103, /* the handle is invalid, or was released */
    RIVAL_NO_MOVE = -104,     /* there is no such legal move, or no move that can be taken back */
    RIVAL_IS_OVER = -105,     /* the game is over, so no move can be played */
    RIVAL_MALFORMED = -106,   /* the text is not a position of the game, or its moves are not legal */
    RIVAL_BAD_POINTER = -107, /* a pointer is NULL, or not aligned */
    RIVAL_TOO_MANY = -108,    /* more than RIVAL_BATCH_MAX or RIVAL_KEPT_MAX */
    RIVAL_TOO_SMALL = -109,   /* the array is too small for the answer */
    RIVAL_BROKEN = -110       /* the rules have failed because of a bug in Rival: please report it */
};

/* Data of a position, apart from its text. */
typedef struct RivalState {
    uint64_t key;        /* equal for equal positions: covers board and side to move, but no counters of draw rules */
    uint32_t move_count; /* legal moves; 0 if the game is over */
    int32_t turn;        /* the seat that acts next, RIVAL_CHANCE, or RIVAL_NONE if the game is over */
    int16_t payoffs[RIVAL_SEATS_MAX]; /* the payoff of each seat if the game is over; 1, 0 or -1 in most games */
} RivalState;

/* The first argument of every function is context. All return a number of at least 0, or one of the reasons above. */
typedef struct RivalRules {
    size_t size; /* of this structure in the running program, in bytes */
    const void *context;
    /* Makes the position reached from start by moves, which are separated by single spaces. A start of NULL is the
     * start of the game, and moves of NULL are no moves. Repetition rules count the earlier positions, so prefer
     * RivalTurn.start and .moves to .position. The moves can be taken back. */
    int32_t (*make)(const void *context, const char *start, const char *moves, RivalPosition *made);
    /* Makes count copies of a position; none on failure. In a copy no earlier move can be taken back. */
    int32_t (*copy)(const void *context, RivalPosition position, RivalPosition *copies, size_t count);
    /* Releases positions. */
    int32_t (*release)(const void *context, const RivalPosition *positions, size_t count);
    /* Plays moves[i] in positions[i]. */
    int32_t (*play)(const void *context, const RivalPosition *positions, const uint32_t *moves, size_t count);
    /* Takes the last move back in each position. */
    int32_t (*take_back)(const void *context, const RivalPosition *positions, size_t count);
    /* Describes positions[i] in states[i]. */
    int32_t (*states)(const void *context, const RivalPosition *positions, RivalState *states, size_t count);
    /* Describes the positions after each legal move: first the successors of positions[0] in the order of its moves,
     * then those of positions[1], and so on; each position has move_count successors. capacity is the length of states.
     * Returns the number of written states. */
    int32_t (*look_ahead)(const void *context, const RivalPosition *positions, size_t count, RivalState *states,
                          size_t capacity);
    /* The weight of each legal move: if chance acts next, the number of equally likely outcomes that it stands for;
     * otherwise 1. capacity is the length of weights. Returns the number of written weights. */
    int32_t (*weights)(const void *context, RivalPosition position, uint32_t *weights, size_t capacity);
    /* The index of the legal move that a text means. */
    int32_t (*find_move)(const void *context, RivalPosition position, const char *text);
    /* The text of a legal move, of a position, and of the reason for the latest refusal of a call of this player.
     * Return the length without the zero byte. If capacity is not greater than that, nothing is written, and text may
     * be NULL. */
    int32_t (*move_text)(const void *context, RivalPosition position, uint32_t move, char *text, size_t capacity);
    int32_t (*position_text)(const void *context, RivalPosition position, char *text, size_t capacity);
    int32_t (*why)(const void *context, char *text, size_t capacity);
} RivalRules;

/* The functions that Rival offers a player during one call. The first argument of every function is context. */
typedef struct RivalHost {
    const void *context;
    /* Whether to answer now. Check it every thousand positions: a call takes a few nanoseconds. */
    bool (*is_stopped)(const void *context);
    /* Reports on the search. */
    void (*report)(const void *context, const RivalThinking *thinking);
    /* Writes a line to the log. */
    void (*log)(const void *context, const char *text);
    /* The index of the legal move that a text means, or RIVAL_NONE. */
    int32_t (*find_move)(const void *context, const char *text);
    /* Sets the reason why new_player, start or choose_move fails. */
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
    /* Creates a player; NULL on failure. The result is passed to the functions below. */
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
    /* Reports an event at the table. Optional, since RivalTurn contains the whole match. */
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
