// Routes URLs to views, and shows the header and the Preferences menu.

import { LANGUAGES, LOOKS, applyLook, go, h, keep, kept, language, loadServerWords, look, setBanner, setWhere, sound, t } from './dom.js';

/**
 * A view fills the main element and returns a function that ends it.
 * @typedef {{ title: string, where?: string, end?: () => void }} View
 */

/**
 * Routes: path, view and the parts that the view needs. The first matching path wins.
 * @type {{ path: RegExp, parts: import('./parts.js').Part[], load: (match: RegExpMatchArray) => Promise<(main: HTMLElement) => View> }[]}
 */
const ROUTES = [
  { path: /^\/$/, parts: [], load: async () => (await import('./views/home.js')).home },
  { path: /^\/match\/([^/]+)$/, parts: [], load: async ([, match]) => {
    const { showMatch } = await import('./views/match.js');
    return (main) => showMatch(main, decodeURIComponent(match));
  } },
  { path: /^\/games$/, parts: [], load: async () => (await import('./views/my-games.js')).myGames },
  { path: /^\/watch$/, parts: [], load: async () => (await import('./views/watch.js')).watch },
  { path: /^\/study(?:\/([^/]+))?$/, parts: ['study', 'library'], load: async ([, id]) => {
    const { showStudy } = await import('./views/study.js');
    return (main) => showStudy(main, id ?? null);
  } },
  { path: /^\/library$/, parts: ['study', 'library'], load: async () => (await import('./views/library.js')).library },
  { path: /^\/puzzles$/, parts: ['puzzles'], load: async () => (await import('./views/puzzles.js')).puzzles },
  { path: /^\/puzzles\/solve$/, parts: ['puzzles'], load: async () => (await import('./views/puzzle.js')).solvePuzzles },
  { path: /^\/tournaments$/, parts: ['tournaments'], load: async () => (await import('./views/tournaments.js')).tournaments },
  { path: /^\/tournaments\/new$/, parts: ['tournaments'], load: async () => (await import('./views/tournament-form.js')).newTournament },
  { path: /^\/tournament\/([^/]+)\/(\w+)$/, parts: ['tournaments'], load: async ([, name, game]) => {
    const { showGame } = await import('./views/tournament-game.js');
    return (main) => showGame(decodeURIComponent(name), game, main);
  } },
  { path: /^\/tournament\/([^/]+)$/, parts: ['tournaments'], load: async ([, name]) => {
    const { showTournament } = await import('./views/tournament.js');
    return (main) => showTournament(decodeURIComponent(name), main);
  } },
  { path: /^\/owner$/, parts: [], load: async () => (await import('./views/owner.js')).owner },
  { path: /^/, parts: [], load: async () => (await import('./views/missing.js')).missing },
];

const main = /** @type {HTMLElement} */ (document.getElementById('main'));

/** @type {View | null} */
let shown = null;
let shows = 0;

/** Shows the view for the current URL. */
async function showAddress() {
  const turn = (shows += 1);
  const { path, parts, load } = /** @type {typeof ROUTES[number]} */ (ROUTES.find((route) => route.path.test(location.pathname)));
  const found = /** @type {RegExpMatchArray} */ (location.pathname.match(path));
  const loaded = await Promise.all([load(found), loadParts(parts)]).catch((error) => console.error(error));
  if (turn !== shows) return;
  if (!loaded) return setBanner(t('server.silent'));
  const [view] = loaded;
  shown?.end?.();
  setBanner('');
  applyStyles(parts);
  main.replaceChildren();
  shown = view(main);
  document.title = shown.title === 'Rival' ? 'Rival' : `${shown.title} · Rival`;
  setWhere(shown.where ?? '');
  const [, first] = location.pathname.split('/');
  const section = first === 'match' || first === 'games' ? '/' : first === 'tournament' ? '/tournaments' : `/${first}`;
  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('href') === section) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

/** Loads the texts and styles of parts of the page. The play page needs none. @param {import('./parts.js').Part[]} parts */
const loadParts = async (parts) => parts.length > 0 && (await import('./parts.js')).loadParts(parts);

/** Enables the styles of these parts and disables all others. @param {string[]} parts */
function applyStyles(parts) {
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[data-part]'));
  for (const { sheet, dataset } of links) if (sheet) sheet.disabled = !parts.includes(dataset.part ?? '');
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !isPlain || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/') || (link.pathname === location.pathname && link.hash)) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
document.addEventListener('address', () => {
  showAddress();
  scrollTo(0, 0);
  main.focus({ preventScroll: true });
});
// The link that skips to the content stays on the same page.
addEventListener('popstate', () => location.hash !== '#main' && showAddress());

/** The Preferences menu: a radio group per choice, and the name that others see. */
function buildMenu() {
  const menu = /** @type {HTMLDetailsElement} */ (document.getElementById('look'));
  const sheet = /** @type {HTMLElement} */ (menu.querySelector('.sheet'));
  const titles = { theme: t('look.theme'), board: t('look.board'), pieces: t('look.pieces'), sound: t('look.sound'), past: t('look.past'), keys: t('look.keys') };
  const chosen = look();
  for (const [name, choices] of /** @type {[keyof typeof LOOKS, Record<string, string>][]} */ (Object.entries(LOOKS))) {
    const choose = (/** @type {string} */ value) => {
      keep('look', { ...look(), [name]: value });
      applyLook();
      if (name === 'sound') sound('move');
    };
    const options = Object.entries(choices).map(([value, text]) =>
      h('label', { class: 'chip' }, h('input', { type: 'radio', name: `look-${name}`, value, checked: chosen[name] === value, onchange: () => choose(value) }), h('span', { text })));
    sheet.append(h('fieldset', {}, h('legend', { text: titles[name] }), h('div', { class: 'chips' }, ...options)));
  }
  const speak = (/** @type {string} */ value) => {
    document.cookie = `language=${value}; path=/; max-age=31536000; samesite=lax`;
    location.reload();
  };
  const languages = Object.entries(LANGUAGES).map(([value, text]) =>
    h('label', { class: 'chip' }, h('input', { type: 'radio', name: 'language', value, checked: value === language, onchange: () => speak(value) }), h('span', { lang: value, text })));
  sheet.append(h('fieldset', {}, h('legend', { text: t('look.language') }), h('div', { class: 'chips' }, ...languages)));
  const nameField = h('input', { type: 'text', maxlength: 30, value: kept('name', ''), placeholder: t('look.guest'), autocomplete: 'nickname', onchange: () => keep('name', nameField.value.trim()) });
  sheet.append(h('label', { class: 'field' }, h('span', { text: t('look.name') }), nameField));
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}

buildMenu();
applyLook();
showAddress().then(loadServerWords);
