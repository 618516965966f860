// The two strips above and below the board: who plays, whose turn it is, and the clocks.

import { clockFace } from './clock.js';
import { other } from './squares.js';
import { repetition } from './status.js';
import { playerName, t } from './texts.js';
import { byId, el, part } from './ui.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./game.js').Side} Side */
/** @typedef {import('./mode.js').Parts} Parts */

/** The disc and the name of a side. @param {Side} side */
export const sideName = (side) => [el('span', { class: `disc ${side}` }), el('strong', {}, t(side))];

/** The strips, of which one belongs to each side. @param {Side} below @param {(side: Side) => import('./ui.js').Part} strip @returns {Parts} */
export const strips = (below, strip) => ({ above: strip(other(below)), below: strip(below) });

/** A strip. @param {boolean} toMove @param {...import('./ui.js').Child} children */
export const strip = (toMove, ...children) => part({ class: toMove ? 'player to-move' : 'player' }, ...children);

/** The players of the game. @param {State} state @param {{ warn?: boolean }} [how] whether of repetitions @returns {Parts} */
export const players = (state, { warn = true } = {}) =>
  strips(state.flipped ? 'black' : 'red', (side) => {
    const { game } = state;
    const player = game.players[side];
    const toMove = state.turn === side;
    const name = game.names[side] || (game.mode === 'study' ? '' : playerName(player));
    const thinks = state.thinking && game.mode === 'play' && toMove && player.kind === 'engine';
    return strip(
      toMove && !game.result,
      ...sideName(side),
      el('span', { class: 'who', key: 'who' }, name),
      thinks ? el('span', { class: 'dots', key: 'dots', 'aria-hidden': 'true' }, '…') : null,
      toMove && warn ? warning(state) : null,
      game.clock && game.mode === 'play' ? clock(state, side) : null,
    );
  });

/** That a position repeats, for screens on which the notice about it is below the fold. @param {State} state */
function warning(state) {
  const repeat = repetition(state);
  if (!repeat) return null;
  const show = () => byId('notices').scrollIntoView({ block: 'center' });
  return el('button', { type: 'button', class: `warning ${repeat.kind}`, key: 'warning', onclick: show }, repeat.text);
}

/** @param {State} state @param {Side} side */
function clock(state, side) {
  const { text, low } = clockFace(state, side);
  return el('span', { class: `clock ${side}${low ? ' low' : ''}`, key: 'clock', role: 'timer' }, text);
}
