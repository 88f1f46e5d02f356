// The owner link: exchanges the token after "#" for a cookie.

import { h, t } from '../dom.js';
import { request } from '../server.js';

/** @param {HTMLElement} main */
export function owner(main) {
  const title = t('owner.title');
  const text = h('p', { class: 'lead', role: 'status', text: t('owner.wait') });
  main.append(h('div', { class: 'page narrow' }, h('h1', { text: title }), text));
  const token = location.hash.slice(1);
  // The token must appear neither in the history nor in the address.
  history.replaceState(null, '', '/owner');
  request('owner', { token }).then(() => location.replace('/'), (error) => (text.textContent = error.message));
  return { title };
}
