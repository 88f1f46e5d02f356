"""A player that looks a few plies ahead. It gets the rules from Rival; the evaluation `value` is its own."""

import json
import random
import sys

asked = 0


def send(message):
    print(json.dumps(message), flush=True)


def receive():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return json.loads(line)


def rules(questions):
    """Rival's answers for these lists of moves from the current position."""
    global asked
    answers = []
    for first in range(0, len(questions), 1000):
        asked += 1
        batch = [{"moves": moves} for moves in questions[first : first + 1000]]
        send({"type": "ask", "id": asked, "questions": batch})
        while (message := receive())["type"] != "answer":
            if message["type"] == "quit":
                sys.exit()
        answers += message["answers"]
    return answers


# The values of the chess pieces. The king is never captured.
WORTH = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}


def lead(position):
    """The advantage of the side to move: in pieces in draughts and chess, in corners in Othello; 0 in other games."""
    words = position.split()
    if position[1:2] == ":":
        # Draughts, like "B:W21-32,K5:B1-12": the side to move, then the men and kings of each side.
        total = 0
        for side in position.split(":")[1:]:
            sign = 1 if side[:1] == position[0] else -1
            for squares in filter(None, side[1:].split(",")) if side[:1] in "WB" else []:
                first, _, last = squares.lstrip("K").partition("-")
                count = int(last) - int(first) + 1 if last else 1
                total += sign * count * (3 if squares[0] == "K" else 1)
        return total
    if len(words) > 2 and words[1] in "wb":
        # Chess, in FEN: capital letters are White's.
        mine = str.isupper if words[1] == "w" else str.islower
        return sum(WORTH[c.lower()] * (1 if mine(c) else -1) for c in words[0] if c.isalpha())
    if len(words) == 2 and len(words[0]) == 64:
        # Othello, all squares in rows and the side to move: a disc in a corner can't be flipped.
        corners = [words[0][square] for square in (0, 7, 56, 63)]
        return 3 * (2 * corners.count(words[1]) + corners.count("-") - 4)
    return 0


def value(answer, seat):
    """The value of a position for the seat: its payoff if the game is over, else the lead and the number of moves."""
    if answer.get("payoffs"):
        # A later loss is better, and so is an earlier win.
        return answer["payoffs"][seat - 1] * (1000 - len(answer["line"]))
    found = lead(answer["position"]) + 0.01 * len(answer.get("legal_moves", []))
    return found if answer.get("turn") == seat else -found


# The maximum number of positions examined per move of the match.
LINES_MAX = 600


def look_ahead(question, plies):
    """The tree of positions after the legal moves, the replies, and so on, by complete levels."""
    root = {"line": [], "legal_moves": question["legal_moves"], "turn": question["seat"]}
    level, count = [root], 0
    for depth in range(plies):
        lines = [(node, move) for node in level for move in node["legal_moves"]]
        if depth > 0 and count + len(lines) > LINES_MAX:
            break
        count += len(lines)
        answers = rules([node["line"] + [move] for node, move in lines])
        if any("error" in answer for answer in answers):
            # The position has hidden hands, which the rules don't reveal.
            return None, count
        level = [{**answer, "line": node["line"] + [move]} for (node, move), answer in zip(lines, answers)]
        for (node, _), child in zip(lines, level):
            node.setdefault("children", []).append(child)
    return root, count


def best_value(node, seat):
    """The value of a position for the seat if every player chooses its best move in the tree."""
    if "children" not in node:
        return value(node, seat)
    values = [best_value(child, seat) for child in node["children"]]
    if node["turn"] == "chance":
        return sum(values) / len(values)
    return max(values) if node["turn"] == seat else min(values)


def choose(question, options):
    seat, moves = question["seat"], question["legal_moves"]
    root, count = look_ahead(question, options["plies"])
    if root is None:
        return random.choice(moves)
    values = [best_value(child, seat) for child in root["children"]]
    best = random.choice([index for index, found in enumerate(values) if found == max(values)])
    line, node = [], root
    while "children" in node:
        children = node["children"]
        wanted = max if node["turn"] == seat else min
        node = children[best] if node is root else wanted(children, key=lambda child: best_value(child, seat))
        line = node["line"]
    report = {"type": "info", "depth": len(line), "nodes": count, "line": line}
    if abs(values[best]) < 500:
        report["score"] = values[best]
    send(report)
    return moves[best]


def main():
    options = {"plies": 4}
    while True:
        message = receive()
        match message["type"]:
            case "hello":
                send({"type": "hello", "name": "{name} 0.1.0", "reusable": True})
            case "new-game":
                options.update(message["options"])
                random.seed(message["seed"])
            case "choose":
                move = choose(message, options)
                send({"type": "move", "id": message["id"], "move": move})
            case "ping":
                send({"type": "pong", "id": message.get("id", 0)})
            case "quit":
                return


main()
