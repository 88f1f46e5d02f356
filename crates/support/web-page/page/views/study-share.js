// Exports a study: links, positions and files.

import { h, setText, t } from '../dom.js';
import { request } from '../server.js';
import { openingMenu } from './menu.js';

/** @typedef {import('./study-board.js').StudyBoard} StudyBoard */

/** The menu of a study. @param {StudyBoard} study */
export function shareMenu(study) {
  const sheet = h('div', { class: 'sheet' });
  const summary = h('summary', { class: 'button', text: t('study.share') });
  return openingMenu(summary, sheet, () => fill(study, sheet), 'up');
}

/** @param {StudyBoard} study @param {HTMLElement} sheet */
function fill(study, sheet) {
  const formats = study.detail?.formats ?? [];
  const copies = formats.map((format) => action(t('copy-as', { format }), async () => copy((await written(study, format)).text), study));
  const saves = formats.map((format) => action(t('save-as', { format }), async () => {
    const { text, extension } = await written(study, format);
    save(text, `study.${extension}`);
    return t('study.saved');
  }, study));
  sheet.replaceChildren(action(t('study.copy-link'), () => copy(study.link), study), action(t('study.copy-position'), () => copy(study.positionText), study), ...copies, ...saves);
}

/** @param {string} label @param {() => Promise<string>} act returns the button's new text @param {StudyBoard} study */
function action(label, act, study) {
  const button = h('button', { type: 'button', text: label, onclick: async () => {
    try {
      setText(button, await act());
      setTimeout(() => setText(button, label), 1500);
    } catch (error) {
      study.say(/** @type {Error} */ (error).message, true);
    }
  } });
  return button;
}

/** The study as a file. @param {StudyBoard} study @param {string} format @returns {Promise<{ text: string, extension: string }>} */
const written = (study, format) => request('study/file', { format, tree: study.tree.wire });

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return t('copied');
  } catch {
    // Unencrypted pages from another computer can't write to the clipboard.
    show(text);
    return t('study.copy-here');
  }
}

/** Shows a text for manual copying. @param {string} text */
function show(text) {
  const field = h('textarea', { rows: 10, readonly: true, 'aria-label': t('study.text'), value: text });
  const dialog = h('dialog', { class: 'copying', 'aria-labelledby': 'copy-title', onclose: () => dialog.remove() }, h('h2', { id: 'copy-title', text: t('study.copy-text') }), field, h('div', { class: 'row' }, h('button', { type: 'button', text: t('close'), onclick: () => dialog.close() })));
  document.body.append(dialog);
  dialog.showModal();
  field.select();
}

/** @param {string} text @param {string} name of the file */
function save(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
