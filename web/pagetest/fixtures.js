// What the tests of the page's modules share.

import { readFileSync } from 'node:fs';
import { Game } from '../page/game.js';
import { State } from '../page/state.js';
import { speak } from '../page/texts.js';

if (!process.env.CHUHE_CATALOGUES) throw new Error('no catalogues: run these tests by "go test ./web -run Modules"');

/** Takes up a language. go test writes the catalogues and names their folder. */
export const useLanguage = (code) =>
  speak(code, JSON.parse(readFileSync(`${process.env.CHUHE_CATALOGUES}/${code}.json`, 'utf8')));

useLanguage('en');

/** The settings of somebody who has chosen nothing. */
export const settings = {
  lang: 'en',
  notation: '',
  pause: false,
  level: 2,
  sound: false,
  ladder: { rung: '', outcome: '', times: 0, seed: 0 },
};

/** A mode that does nothing. */
export const idle = { timed: true, mayMove: true };

/** The state of a page with a game after some moves. */
export function stateAfter(moves, more = {}) {
  const state = new State(settings);
  state.mode = idle;
  state.game = new Game();
  for (const move of moves.split(' ').filter(Boolean)) state.game.current = state.game.add(move, true);
  Object.assign(state, more);
  return state;
}

/** What the server says of a position in which nothing is special. */
export const quietInfo = (more = {}) => ({
  fen: '',
  side: 'red',
  check: '',
  legal: ['h2e2'],
  texts: {},
  marks: {},
  end: null,
  repeat: null,
  quiet: 0,
  limit: 0,
  line: [],
  ...more,
});

/** The names of a move. */
export const named = (move) => ({ move, names: { wxf: `wxf-${move}`, chinese: `中-${move}` } });
