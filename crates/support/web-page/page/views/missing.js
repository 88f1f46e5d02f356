// The page for unknown addresses.

import { h, t } from '../dom.js';

/** @param {HTMLElement} main */
export function missing(main) {
  const title = t('missing.title');
  main.append(h('div', { class: 'page narrow' }, h('h1', { text: title }), h('p', { class: 'lead', text: t('missing.text') }), h('p', {}, h('a', { class: 'button main', href: '/', text: t('missing.play') }))));
  return { title };
}
