// Titles of games in words.

import './english.mjs';
import assert from 'node:assert/strict';
import test from 'node:test';
import { gameTitle } from '../../crates/support/web-page/page/dom.js';

const TITLES = {
  chess: 'Chess',
  'checkers:english': 'Checkers · English',
  'checkers:10,10,3': 'Checkers · 10×10, 3 rows of men',
  'chess:960,518': 'Chess · Chess960, start 518',
  'othello:8,discs': 'Othello · 8×8, for discs',
  'connect-four:8,7,4': 'Connect four · 4 in a row on 8×7',
  'tic-tac-toe-3:4,4,3': 'Tic-tac-toe for three · 3 in a row on 4×4',
  'backgammon:match,7': 'Backgammon · 7-point match',
  'dominoes:block,6,4,partners,to=100': 'Dominoes · Block game, double-6 set, 4 players, partners, to 100',
  'plugin:wide,size=9': 'Plugin · Wide, size 9',
};

test('the page names the game and its variant', () => {
  assert.deepEqual(Object.fromEntries(Object.keys(TITLES).map((game) => [game, gameTitle(game)])), TITLES);
});
