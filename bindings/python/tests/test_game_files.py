"""Files from other programs, converted by `rival` and compared move by move with python-chess.

The files are the test files in the python-chess source package, which `tests/run` downloads.
"""

import io
import os
import pathlib
import subprocess
import tarfile

import chess.pgn
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
RIVAL = os.environ.get("RIVAL_BIN", str(TARGET / "debug" / "rival"))

# Tags that Rival adds or formats differently.
OWN_TAGS = {"Game", "ECO", "Opening", "Variant", "FEN"}

# A null move is not a move, so the line ends there.
CUT = {"anastasian-lewis.pgn"}


def files():
    """The names and contents of the files, read from the downloaded package."""
    packages = sorted((TARGET / "python" / "corpora").glob("chess-*.tar.gz"))
    assert packages, "no corpora: tests/run downloads them"
    with tarfile.open(packages[-1]) as package:
        for member in package.getmembers():
            path = pathlib.PurePosixPath(member.name)
            if path.suffix == ".pgn" and path.parts[1:3] == ("data", "pgn"):
                yield path.name, package.extractfile(member).read()


def games(text):
    """The games in a text, as parsed by python-chess."""
    source = io.StringIO(text)
    while (game := chess.pgn.read_game(source)) is not None:
        yield game


def words(comment):
    """The words in a comment or in a list of comments."""
    return " ".join(([comment] if isinstance(comment, str) else list(comment))).split()


def differences(one, other, line=()):
    """The differences between two move trees: moves, comments and annotation glyphs of every node."""
    found = []
    for part in ("comment", "starting_comment"):
        if words(getattr(one, part)) != words(getattr(other, part)):
            found.append((line, part, getattr(one, part), getattr(other, part)))
    if one.nags != other.nags:
        found.append((line, "nags", one.nags, other.nags))
    moves = [[child.move.uci() for child in node.variations] for node in (one, other)]
    if moves[0] != moves[1]:
        return [*found, (line, "moves", *moves)]
    for child, same in zip(one.variations, other.variations):
        found += differences(child, same, (*line, child.move.uci()))
    return found


def tags(game):
    """The tags that both programs format in the same way."""
    return {name: value for name, value in game.headers.items() if name not in OWN_TAGS}


def converted(folder, name, content):
    """The result of `rival convert` for a file."""
    file = folder / name
    file.write_bytes(content)
    command = [RIVAL, "convert", str(file), "--to", "pgn"]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_games_come_out_as_they_went_in(tmp_path):
    compared = 0
    for name, content in files():
        before = list(games(content.decode("utf-8-sig", errors="replace")))
        run = converted(tmp_path, name, content)
        if any("variant" in str(type(game.board())) for game in before):
            assert run.returncode == 3, name
            assert "is not supported" in run.stderr, name
            continue
        after = list(games(run.stdout))
        assert len(after) == len(before), name
        assert run.returncode == (3 if name in CUT else 0), (name, run.stderr)
        for one, other in zip(before, after):
            compared += 1
            assert tags(one) == tags(other), name
            found = differences(one, other)
            assert len(found) == (2 if name in CUT else 0), (name, found)
    assert compared >= 10


@pytest.mark.parametrize("end", [b"", b"\xff\xfe\xfd", b"{", b"(", b"[Event"])
def test_a_damaged_end_costs_no_earlier_game(tmp_path, end):
    content = dict(files())["kasparov-deep-blue-1997.pgn"]
    before = list(games(content.decode()))
    after = list(games(converted(tmp_path, "damaged.pgn", content + end).stdout))
    assert len(after) >= len(before)
    for one, other in zip(before[:-1], after):
        assert differences(one, other) == []
