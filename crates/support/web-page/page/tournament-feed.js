// The messages about a tournament: the latest one immediately, then all later ones, even after a lost connection.

const SHORTEST_WAIT = 300;
const LONGEST_WAIT = 3000;

/**
 * Calls `take` with each message until the returned function is called.
 * @param {string} tournament @param {(message: any) => void} take @param {(isOpen: boolean) => void} connection
 * @returns {() => void} ends the feed
 */
export function followTournament(tournament, take, connection) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const address = `${scheme}://${location.host}/api/tournaments/${encodeURIComponent(tournament)}/socket`;
  let wait = SHORTEST_WAIT;
  let isEnded = false;
  /** @type {WebSocket} */
  let socket;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const connect = () => {
    socket = new WebSocket(address);
    socket.onmessage = (event) => {
      if (isEnded) return;
      wait = SHORTEST_WAIT;
      connection(true);
      take(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (isEnded) return;
      connection(false);
      timer = setTimeout(connect, wait);
      wait = Math.min(LONGEST_WAIT, wait * 1.6);
    };
  };
  connect();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    socket.close();
  };
}
