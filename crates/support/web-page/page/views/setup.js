// Form fields for a new match: game, player, side and clock.

import { aliases, gameTitle, h, named, t, localized } from '../dom.js';
import { request } from '../server.js';

/** @typedef {{ name: string, description: string, family: string, starts?: Starts }} Game */
/** The numbered starts of a game, and its name for a random start. @typedef {{ game: string, count: number }} Starts */
/** @typedef {{ name: string, description: string, kind: string, default: string, min?: number, max?: number, choices?: string[] }} Option */
/** @typedef {{ player: string, description: string, options: Option[] }} PlayerKind */
/** @typedef {{ player: string, name: string, description: string }} Level */
/** @typedef {{ name: string, description: string, seats: { name: string, color: string | null }[], hides: boolean, opponent: string, levels: Level[], players: PlayerKind[], formats: string[], view: import('../match-model.js').View }} GameDetail */

/** @type {Map<string, Promise<GameDetail>>} */
const details = new Map();

/** The details of a game, requested once. @param {string} game @returns {Promise<GameDetail>} */
export function gameDetail(game) {
  const found = details.get(game) ?? request(`games/${encodeURIComponent(game)}`);
  details.set(game, found);
  found.catch(() => details.delete(game));
  return found;
}

/** The default level: "casual", or else the second lowest. @param {GameDetail} detail */
export const easyLevel = ({ levels, opponent }) => (levels.find(({ name }) => name === 'casual') ?? levels[1] ?? levels[0])?.player ?? opponent;

/** The level above the default. @param {GameDetail} detail */
export const nextLevel = (detail) => detail.levels[detail.levels.findIndex(({ player }) => player === easyLevel(detail)) + 1]?.player ?? detail.opponent;

/**
 * A group of radio buttons in one row.
 * @param {string} legend @param {string} name @param {Record<string, string>} choices @param {string} chosen
 * @param {(value: string) => void} onchoose
 */
export function chips(legend, name, choices, chosen, onchoose) {
  const labels = Object.entries(choices).map(([value, text]) =>
    h('label', { class: 'chip' }, h('input', { type: 'radio', name, value, checked: value === chosen, onchange: () => onchoose(value) }), h('span', { text })));
  return h('fieldset', {}, h('legend', { text: legend }), h('div', { class: 'chips' }, ...labels));
}

/**
 * The choice of a numbered start, at first a random one.
 * @param {Starts} starts @param {(game: string, number: number | null) => void} onchoose gets the name of the game, and
 * the number of its start or null
 */
export function startChoice({ game, count }, onchoose) {
  const number = h('input', { type: 'number', min: 0, max: count - 1, step: 1, value: 0, 'aria-label': t('setup.start-number'), hidden: true, onchange: () => choose('number') });
  const choose = (/** @type {string} */ kind) => {
    number.hidden = kind === 'random';
    const index = Math.min(count - 1, Math.max(0, Math.floor(Number(number.value)) || 0));
    number.value = String(index);
    if (kind === 'random') onchoose(game, null);
    else onchoose(`${game},${index}`, index);
  };
  const group = chips(t('setup.start'), 'start', { random: t('home.lot'), number: t('setup.start-number') }, 'random', choose);
  group.querySelector('.chips')?.append(number);
  return group;
}

/** A text as the filter compares it: "10×10" and "10x10" are the same. @param {string} text */
const searchable = (text) => text.toLowerCase().replace(/(?<=\d) *[x×*] *(?=\d)/g, '×');

/**
 * The list of games by family, filtered by typing.
 * @param {Game[]} games @param {string} chosen @param {(game: string) => void} onchoose
 */
export function gameList(games, chosen, onchoose) {
  const list = h('div', { class: 'games' });
  const filter = h('input', { type: 'search', placeholder: t('setup.filter-hint'), 'aria-label': t('setup.filter'), oninput: () => fill() });
  const row = (/** @type {Game} */ game) => h('label', { class: 'game' }, h('input', { type: 'radio', name: 'game', value: game.name, checked: game.name === chosen, onchange: () => onchoose((chosen = game.name)) }), h('span', {}, h('b', { text: gameTitle(game.starts?.game ?? game.name) }), h('small', localized(game.description))));
  const fill = () => {
    const words = searchable(filter.value).split(/\s+/);
    const shown = games.filter((game) => words.every((word) => searchable(`${game.name} ${gameTitle(game.name)} ${game.description} ${localized(game.description).text} ${aliases(game.family)}`).includes(word)));
    const families = Map.groupBy(shown, ({ family }) => family);
    const groups = [...families].map(([family, members]) => h('div', { role: 'group', 'aria-label': gameTitle(family) }, h('h2', { text: gameTitle(family) }), ...members.map(row)));
    const none = h('p', { class: 'soft', text: t('setup.no-game') });
    list.replaceChildren(...(groups.length > 0 ? groups : [none]));
  };
  fill();
  return h('fieldset', { class: 'choose-game' }, h('legend', { text: t('setup.game') }), filter, list);
}

/**
 * The field for a player: a level, or another player with its options.
 * @param {GameDetail} detail @param {string} legend @param {string} id @param {string} chosen
 */
export function playerChoice(detail, legend, id, chosen) {
  let player = chosen;
  const note = h('p', { class: 'soft note' });
  const options = h('div', { class: 'options' });
  const levels = Object.fromEntries(detail.levels.map((level) => [level.player, named(gameTitle(level.name))]));
  const other = h('select', { 'aria-label': t('setup.another-for', { legend }), onchange: () => choose(other.value) }, h('option', { value: '', text: t('setup.another') }), ...detail.players.map((kind) => h('option', { value: kind.player, text: kind.player })));
  const choose = (/** @type {string} */ value) => {
    if (!value) return;
    const kind = value in levels ? undefined : detail.players.find((each) => each.player === value);
    if (kind) for (const radio of group.querySelectorAll('input[type=radio]')) radio.checked = false;
    else other.value = '';
    setPlayer(value);
    note.textContent = localized(kind?.description ?? detail.levels.find((level) => level.player === value)?.description ?? '').text;
    options.replaceChildren(...(kind?.options ?? []).map((option) => optionField(option, () => setPlayer(value, kind))));
  };
  const setPlayer = (/** @type {string} */ base, /** @type {PlayerKind | undefined} */ kind = undefined) => {
    const set = [...options.querySelectorAll('[data-option]')].filter((field) => fieldValue(field) !== field.dataset.default).map((field) => `${field.dataset.option}=${fieldValue(field)}`);
    player = kind && set.length > 0 ? `${base}${base.includes(':') ? ',' : ':'}${set.join(',')}` : base;
  };
  const group = chips(legend, `level-${id}`, levels, chosen, choose);
  group.querySelector('.chips')?.append(other);
  group.append(note, options);
  choose(chosen);
  return { node: group, value: () => player };
}

/** @param {any} field */
export const fieldValue = (field) => (field.type === 'checkbox' ? String(field.checked) : field.value);

/** @param {Option} option @param {() => void} onchange */
export function optionField(option, onchange) {
  const shared = { 'data-option': option.name, 'data-default': option.default, onchange };
  const value = option.default;
  const field = option.kind === 'flag' ? h('input', { ...shared, type: 'checkbox', checked: value === 'true' })
    : option.kind === 'choice' ? h('select', { ...shared }, ...(option.choices ?? []).map((choice) => h('option', { value: choice, text: choice, selected: choice === value })))
      : h('input', { ...shared, type: option.kind === 'integer' ? 'number' : 'text', min: option.min, max: option.max, value });
  return h('label', { class: 'field', title: localized(option.description).text }, h('span', { text: option.name }), field, h('small', localized(option.description)));
}
