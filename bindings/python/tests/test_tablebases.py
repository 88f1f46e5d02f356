"""Values of Syzygy tables, compared with the prober of python-chess.

The tables of three and four pieces come from the source package of python-chess, which `tests/run` downloads.
"""

import os
import pathlib
import random
import subprocess
import tarfile

import chess
import chess.engine
import chess.syzygy
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
RIVAL = os.environ.get("RIVAL_BIN", str(TARGET / "debug" / "rival"))

POSITIONS = 20_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the tables from the downloaded package."""
    packages = sorted((TARGET / "python" / "corpora").glob("chess-*.tar.gz"))
    assert packages, "no corpora: tests/run downloads them"
    folder = tmp_path_factory.mktemp("syzygy")
    with tarfile.open(packages[-1]) as package:
        for member in package.getmembers():
            path = pathlib.PurePosixPath(member.name)
            if path.suffix in (".rtbw", ".rtbz") and path.parts[1:4] == ("data", "syzygy", "regular"):
                (folder / path.name).write_bytes(package.extractfile(member).read())
    return folder


def with_en_passant(board, rng):
    """Replaces the pawns with two pawns, one of which can capture the other en passant."""
    for square in board.pieces(chess.PAWN, True) | board.pieces(chess.PAWN, False):
        board.remove_piece_at(square)
    file = rng.randrange(8)
    other = file + rng.choice((-1, 1))
    if 0 <= other < 8:
        rank, behind = (4, 5) if board.turn else (3, 2)
        board.set_piece_at(chess.square(file, rank), chess.Piece(chess.PAWN, board.turn))
        board.set_piece_at(chess.square(other, rank), chess.Piece(chess.PAWN, not board.turn))
        board.ep_square = chess.square(other, behind)


def positions(names, count, seed):
    """Random legal positions with this material, some with an en passant capture."""
    rng = random.Random(seed)
    while count > 0:
        sides = rng.choice(names).split("v")
        rng.shuffle(sides)
        letters = sides[0] + sides[1].lower()
        board = chess.Board(None)
        board.turn = rng.random() < 0.5
        for letter, square in zip(letters, rng.sample(range(64), len(letters))):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        if "P" in letters and "p" in letters and rng.random() < 0.5:
            with_en_passant(board, rng)
        if board.is_valid():
            count -= 1
            yield board


def shown(wdl, dtz):
    """The line that `rival tablebase show` prints for a value."""
    value = {2: "win", -2: "loss"}.get(wdl, "draw")
    if dtz == 0:
        return value
    plies = "1 ply" if abs(dtz) == 1 else f"{abs(dtz)} plies"
    return f"{value} ({plies} to the next irreversible move)"


def test_values_and_distances_match_python_chess(folder):
    names = sorted(path.stem for path in folder.glob("*.rtbw"))
    assert len(names) == 35
    boards = list(positions(names, POSITIONS, seed=1))
    assert sum(board.has_legal_en_passant() for board in boards) > 50
    fens = [board.fen(en_passant="fen") for board in boards]
    show = [RIVAL, "tablebase", "show", "chess", "-", "--folder", str(folder)]
    run = subprocess.run(show, input="\n".join(fens), capture_output=True, text=True, check=True)
    lines = run.stdout.splitlines()
    assert len(lines) == POSITIONS
    with chess.syzygy.open_tablebase(str(folder)) as tables:
        for board, line in zip(boards, lines):
            assert line == shown(tables.probe_wdl(board), tables.probe_dtz(board)), board.fen()


@pytest.mark.parametrize(
    "fen",
    [
        # Queen against rook, queen against pawn, and bishop and knight: the distance plus the preceding plies is near
        # the limit.
        "8/8/8/8/2kr4/K7/8/Q7 w - - 40 40",
        "K7/8/8/Q7/8/3k4/3p4/8 w - - 50 60",
        "2B4K/8/8/8/8/2k5/1N6/8 w - - 30 60",
    ],
)
def test_the_engine_wins_by_the_uci_option(folder, fen):
    with chess.syzygy.open_tablebase(str(folder)) as tables:
        wdl = tables.probe_wdl(chess.Board(fen))
    board = chess.Board(fen)
    with chess.engine.SimpleEngine.popen_uci([RIVAL, "engine", "chess"]) as engine:
        assert "SyzygyPath" in engine.options
        engine.configure({"SyzygyPath": str(folder)})
        while not board.is_game_over(claim_draw=True):
            board.push(engine.play(board, chess.engine.Limit(nodes=300)).move)
    assert board.result(claim_draw=True) == {2: "1-0", 0: "1/2-1/2", -2: "0-1"}[wdl]
