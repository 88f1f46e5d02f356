/* A plugin in C++ for the tests that throws in the function that the name of its player selects. */

#include <cstring>
#include <stdexcept>

#include "rival_plugin.h"

namespace {

struct Player {
    const char *throws_in;
};

void throw_in(const char *function, const char *asked_for) {
    if (std::strcmp(function, asked_for) == 0) {
        throw std::runtime_error("out of ideas");
    }
}

void *new_player(const char *player, const char *, const RivalOption *, size_t, const RivalHost *) {
    static const char *const names[] = {"start", "choose-move", "observe", "close", "nothing"};
    throw_in("new-player", player);
    for (const char *name : names) {
        if (std::strcmp(name, player) == 0) {
            return new Player{name};
        }
    }
    return nullptr;
}

void close_player(void *player) {
    const char *throws_in = static_cast<Player *>(player)->throws_in;
    delete static_cast<Player *>(player);
    throw_in("close", throws_in);
}

int32_t start(void *player, const RivalSetup *, const RivalHost *) {
    throw_in("start", static_cast<Player *>(player)->throws_in);
    return 0;
}

int32_t choose_move(void *player, const RivalTurn *, const RivalHost *) {
    try {
        throw_in("choose-move", static_cast<Player *>(player)->throws_in);
        throw std::logic_error("the plugin catches this itself");
    } catch (const std::logic_error &) {
        return 1;
    }
}

void observe(void *player, const RivalEvent *, const RivalHost *) {
    throw_in("observe", static_cast<Player *>(player)->throws_in);
}

constexpr RivalPlayerInfo named(const char *name) {
    return {name, "throws an exception", nullptr, 0, nullptr, 0};
}

const RivalPlayerInfo players[] = {named("new-player"), named("start"), named("choose-move"),
                                   named("observe"),    named("close"), named("nothing")};

}  // namespace

RIVAL_EXPORT_PLUGIN = {
    .name = "cpp-faults",
    .version = "1",
    .players = players,
    .player_count = sizeof players / sizeof players[0],
    .new_player = new_player,
    .close = close_player,
    .start = start,
    .choose_move = choose_move,
    .ponder = nullptr,
    .observe = observe,
};
