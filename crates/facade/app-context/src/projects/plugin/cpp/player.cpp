// A player in C++ that looks two plies ahead in any game with the rules that Rival provides, and evaluates positions with
// random playouts. Improve its function `value` first. rival_plugin.h documents every function.
#include <algorithm>
#include <cstdint>
#include <exception>
#include <random>
#include <stdexcept>
#include <vector>

#include "rival_plugin.h"

namespace {

// The maximum number of positions to play through for one move of the match, and in one playout.
constexpr std::size_t POSITIONS_MAX = 20000;
constexpr unsigned PLIES_MAX = 100;

// A position that is released at the end of its scope.
class Position {
 public:
  Position(const RivalRules &rules, const RivalTurn &turn) : rules(rules) {
    if (rules.make(rules.context, turn.start, turn.moves, &handle) < 0) throw std::runtime_error("no position");
  }
  explicit Position(const Position &other) : rules(other.rules) {
    if (rules.copy(rules.context, other.handle, &handle, 1) < 0) throw std::runtime_error("no copy");
  }
  Position &operator=(const Position &) = delete;
  ~Position() { rules.release(rules.context, &handle, 1); }

  RivalState state() const {
    RivalState found{};
    if (rules.states(rules.context, &handle, &found, 1) < 0) throw std::runtime_error("no state");
    return found;
  }

  // The states after each legal move.
  std::vector<RivalState> look_ahead() const {
    std::vector<RivalState> found(state().move_count);
    if (!found.empty() && rules.look_ahead(rules.context, &handle, 1, found.data(), found.size()) < 0)
      throw std::runtime_error("no look-ahead");
    return found;
  }

  void play(std::uint32_t move) {
    if (rules.play(rules.context, &handle, &move, 1) < 0) throw std::runtime_error("no such move");
  }

  void take_back() { rules.take_back(rules.context, &handle, 1); }

 private:
  const RivalRules &rules;
  RivalPosition handle = 0;
};

// The value of the end of a game, far from any other value.
double value_of_end(const RivalState &state, std::uint32_t seat) { return 100.0 * state.payoffs[seat]; }

class Player {
 public:
  void start(std::uint64_t seed) { random.seed(seed); }

  // The index of the best move.
  std::int32_t choose(const RivalTurn &turn, const RivalHost &host) {
    if (turn.legal_move_count == 1) return 0;
    try {
      const Position here(*host.rules, turn);
      if (here.state().move_count == turn.legal_move_count) return best_move(here, turn, host);
    } catch (const std::runtime_error &) {
      // With hidden hands, no position can be created.
    }
    return static_cast<std::int32_t>(random() % turn.legal_move_count);
  }

 private:
  // The value of an unfinished position for a seat: its average payoff in random playouts, in which all moves and all
  // dice are equally likely. To write a better player, start here.
  double value(Position &position, std::uint32_t seat, std::size_t playouts) {
    double sum = 0.0;
    for (std::size_t playout = 0; playout < playouts; ++playout) {
      unsigned plies = 0;
      auto state = position.state();
      for (; state.move_count > 0 && plies < PLIES_MAX; ++plies) {
        position.play(static_cast<std::uint32_t>(random() % state.move_count));
        state = position.state();
      }
      if (state.turn == RIVAL_NONE) sum += state.payoffs[seat];
      while (plies-- > 0) position.take_back();
    }
    return sum / static_cast<double>(playouts);
  }

  // The value of the position after a move: an end within two plies, or else the value from playouts.
  double value_after(Position &child, std::uint32_t seat, std::size_t playouts) {
    const auto state = child.state();
    if (state.turn == RIVAL_NONE) return value_of_end(state, seat);
    if (state.turn != RIVAL_CHANCE && state.move_count > 0) {
      const bool is_own = state.turn == static_cast<std::int32_t>(seat);
      std::vector<double> ends;
      bool is_decided = true;
      for (const auto &reply : child.look_ahead()) {
        ends.push_back(reply.turn == RIVAL_NONE ? value_of_end(reply, seat) : 0.0);
        is_decided = is_decided && ends.back() != 0.0;
      }
      const auto [worst, best] = std::minmax_element(ends.begin(), ends.end());
      // A win for the side to move, or its best end if every reply ends the game.
      if (is_own && (*best > 0.0 || is_decided)) return *best;
      if (!is_own && (*worst < 0.0 || is_decided)) return *worst;
    }
    return value(child, seat, playouts);
  }

  std::int32_t best_move(const Position &here, const RivalTurn &turn, const RivalHost &host) {
    const std::size_t playouts = POSITIONS_MAX / (PLIES_MAX * turn.legal_move_count) + 1;
    std::size_t best = 0;
    double best_value = 0.0;
    for (std::size_t move = 0; move < turn.legal_move_count; ++move) {
      if (move > 0 && host.is_stopped(host.context)) break;
      Position child(here);
      child.play(static_cast<std::uint32_t>(move));
      const double found = value_after(child, turn.seat, playouts);
      if (move == 0 || found > best_value) {
        best = move;
        best_value = found;
      }
    }
    RivalThinking thinking{};
    thinking.line = turn.legal_moves[best];
    thinking.nodes = turn.legal_move_count;
    thinking.selective_depth = RIVAL_NONE;
    thinking.table_use = RIVAL_NONE;
    thinking.depth = 2;
    thinking.rank = 1;
    thinking.value_kind = RIVAL_CENTI;
    thinking.value = static_cast<std::int32_t>(100.0 * best_value);
    host.report(host.context, &thinking);
    return static_cast<std::int32_t>(best);
  }

  // All randomness comes from the seed, so the same seed repeats a match exactly.
  std::mt19937_64 random;
};

void *new_player(const char *, const char *, const RivalOption *, std::size_t, const RivalHost *) { return new Player; }

void close_player(void *player) { delete static_cast<Player *>(player); }

std::int32_t start(void *player, const RivalSetup *setup, const RivalHost *) {
  static_cast<Player *>(player)->start(setup->seed);
  return 0;
}

// No exception may leave this function.
std::int32_t choose_move(void *player, const RivalTurn *turn, const RivalHost *host) {
  try {
    return static_cast<Player *>(player)->choose(*turn, *host);
  } catch (const std::exception &error) {
    host->fail(host->context, error.what());
    return RIVAL_FAILED;
  }
}

const RivalPlayerInfo players[] = {
    {"player", "looks two plies ahead in any game", nullptr, 0, nullptr, 0},
};

}  // namespace

RIVAL_EXPORT_PLUGIN = {"{name}", "0.1.0", players, 1, new_player, close_player, start, choose_move, nullptr, nullptr};
