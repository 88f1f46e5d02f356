// Opens a game in the report: the move table becomes a board with the positions.
import { Replay } from 'rival/replay';
import { viewsOf } from 'rival/replay-model';

const { seats, players, games, shared } = JSON.parse(document.getElementById('positions').textContent);

/** The moves in the table. */
function movesOf(table) {
  return [...table.tBodies[0].rows].map(({ cells }) => {
    const [, mover, move, depth, score, time] = [...cells].map(({ textContent }) => textContent.trim());
    const seat = seats.indexOf(mover) + 1;
    return { by: seat || 'chance', move, depth: Number(depth) || null, score: score || null, seconds: parseFloat(time) || null };
  });
}

/** Replaces a game's table with its board. */
function build(details) {
  const game = games[details.dataset.game];
  const table = details.querySelector('table');
  if (!game || !table || details.querySelector('.replay')) return;
  const moves = movesOf(table);
  const names = game.players.map((player) => players[player]);
  const views = viewsOf(shared, game.positions, moves);
  const replay = new Replay({ names, seats, payoffs: game.payoffs, ending: details.dataset.ending, moves, views });
  details.querySelector('.static-scores')?.remove();
  table.parentElement.before(replay.node);
  replay.step(0);
}

/** Opens the game named in the address. */
function openAddressed() {
  const details = document.getElementById(location.hash.slice(1))?.closest('details');
  if (details) details.open = true;
}

for (const details of document.querySelectorAll('details[data-game]')) {
  details.addEventListener('toggle', () => details.open && build(details));
}
addEventListener('hashchange', openAddressed);
openAddressed();
