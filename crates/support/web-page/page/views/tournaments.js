// The list of tournaments.

import { gameTitle, h, t, localized } from '../dom.js';
import { request } from '../server.js';
import { ago, formatTexts, statusTexts } from '../tournament-model.js';

/** @param {HTMLElement} main */
export function tournaments(main) {
  const list = h('ul', { class: 'matches runs' });
  const begin = h('a', { class: 'button main', href: '/tournaments/new', text: t('tournaments.new') });
  const note = h('p', { class: 'soft' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  main.append(h('div', { class: 'page' }, h('h1', { text: t('nav.tournaments') }),
    h('p', { class: 'lead', text: t('tournaments.lead') }),
    h('div', { class: 'row' }, begin, note), problem, h('section', { class: 'card', 'aria-label': t('tournaments.all') }, list)));
  const refresh = async () => {
    try {
      const answer = await request('tournaments');
      problem.textContent = '';
      begin.hidden = !answer.may_run;
      note.textContent = answer.may_run ? '' : t('tournaments.local');
      fill(list, answer);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  };
  refresh();
  const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), 3000);
  return { title: t('nav.tournaments'), end: () => clearInterval(timer) };
}

/** @param {HTMLElement} list @param {{ tournaments: any[], may_run: boolean }} answer */
function fill(list, { tournaments: all, may_run: mayRun }) {
  const key = JSON.stringify(all);
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  const rows = all.map((run) => {
    const names = run.player_count > run.players.length ? t('tournaments.more-players', { names: run.players.join(', '), count: run.player_count - run.players.length }) : run.players.join(', ');
    const what = run.game ? [gameTitle(run.game), formatTexts()[run.format] ?? run.format, names].join(' · ') : localized(run.why).text;
    const progress = run.known > 0 ? t('tournaments.games-of', { finished: run.finished, known: run.known }) : '';
    const when = run.changed ? ago(run.changed, Date.now()) : '';
    return h('li', {}, h('a', { href: `/tournament/${encodeURIComponent(run.tournament)}` }, h('b', { text: run.title }), h('small', { text: what })),
      h('span', { class: 'run-state' }, h('span', { class: `state ${run.status}`, text: statusTexts()[/** @type {import('../tournament-model.js').Status} */ (run.status)] ?? run.status }), h('small', { text: [progress, when].filter(Boolean).join(' · ') })));
  });
  const none = h('li', { class: 'soft' }, h('span', { text: mayRun ? t('tournaments.none-run') : t('tournaments.none') }));
  const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null;
  list.replaceChildren(...(rows.length > 0 ? rows : [none]));
  if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`a[href="${CSS.escape(focused)}"]`))?.focus();
}
