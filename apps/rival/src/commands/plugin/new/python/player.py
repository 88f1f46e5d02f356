"""A player that looks two plies ahead; the table is asked for the rules. Its own part is `value`."""

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
    """What the table says after each of these lists of moves from the position to choose in."""
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


def value(answer, seat):
    """What a position is worth to the seat: its payoff at the end; until then, how many moves there are."""
    if answer.get("payoffs"):
        return 1000 * answer["payoffs"][seat - 1]
    mobility = len(answer.get("legal_moves", []))
    return mobility if answer.get("turn") == seat else -mobility


def choose(question, options):
    seat, moves = question["seat"], question["legal_moves"]
    after = rules([[move] for move in moves])
    if any("error" in answer for answer in after):
        # Hidden hands: nobody may look into this position.
        return random.choice(moves)
    lines = [
        [move, reply]
        for move, answer in zip(moves, after)
        for reply in answer["legal_moves"]
        if options["plies"] == 2
    ]
    worst = {move: value(answer, seat) for move, answer in zip(moves, after)}
    replies = {}
    for (move, _), answer in zip(lines, rules(lines)):
        replies.setdefault(move, []).append(value(answer, seat))
    worst.update({move: min(values) for move, values in replies.items()})
    best = max(worst.values())
    send({"type": "info", "depth": options["plies"], "nodes": len(moves) + len(lines)})
    return random.choice([move for move in moves if worst[move] == best])


def main():
    options = {"plies": 2}
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
