// Rarely used parts of a match, loaded on demand: the "More" menu and the confirmation of a resignation.

import { copyButton, h, t } from '../dom.js';
import { request } from '../server.js';

/**
 * Fills the menu.
 * @param {import('./match.js').MatchView} view @param {HTMLElement} list @param {() => void} close
 */
export async function fillMore({ match, model, socket }, list, close) {
  const share = copyButton(() => `${location.origin}/match/${match}`, t('match.share'));
  const keys = h('button', { type: 'button', text: t('keys'), onclick: async () => (close(), (await import('../keys.js')).showKeys()) });
  const restart = model.director && h('button', { type: 'button', text: t('match.restart'), onclick: () => (close(), socket?.command({ command: 'restart' })) });
  const mayAnalyze = model.table && (model.director || model.seats.length === 0 || model.table.ending);
  const analyze = mayAnalyze && h('a', { class: 'button', href: `/study?match=${encodeURIComponent(match)}`, text: t('match.in-study') });
  list.replaceChildren(share, keys, ...[restart, analyze].filter(Boolean));
  const { formats } = await request(`games/${encodeURIComponent(model.table?.game ?? '')}`).catch(() => ({ formats: [] }));
  list.append(...formats.map((/** @type {string} */ format) =>
    h('a', { class: 'button', download: '', href: `/api/matches/${encodeURIComponent(match)}/file?format=${encodeURIComponent(format)}`, text: t('save-as', { format }) })));
}

/** Asks for confirmation before resigning. @param {() => void} resign */
export function confirmResign(resign) {
  const no = h('button', { type: 'button', text: t('match.play-on'), onclick: () => dialog.close() });
  const yes = h('button', { type: 'button', class: 'main', text: t('match.resign'), onclick: () => (dialog.close(), resign()) });
  const dialog = h('dialog', { 'aria-labelledby': 'resign-title', onclose: () => dialog.remove() }, h('h2', { id: 'resign-title', text: t('match.resign-title') }), h('div', { class: 'row' }, no, yes));
  document.body.append(dialog);
  dialog.showModal();
}
