// The two strips above and below the board: who plays, whose turn it is, and the clocks.

import { clockFace } from './clock.js';
import { pieceHook } from './diagram.js';
import { other } from './squares.js';
import { repetition } from './status.js';
import { listed, pieceName, playerName, t } from './texts.js';
import { byId, el, part } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./game.js').Side} Side */
/** @typedef {import('./mode.js').Parts} Parts */

/** The disc and the name of a side. @param {Side} side */
export const sideName = (side) => [el('span', { class: `disc ${side}` }), el('strong', {}, t(side))];

/** The strips, of which one belongs to each side. @param {Side} below @param {(side: Side) => import('./ui.js').Part} strip @returns {Parts} */
export const strips = (below, strip) => ({ above: strip(other(below)), below: strip(below) });

/** A strip. @param {boolean} toMove @param {...import('./ui.js').Child} children */
export const strip = (toMove, ...children) => part({ class: toMove ? 'player to-move' : 'player' }, ...children);

/** The players of the game. @param {App} app @param {{ plain?: boolean }} [how] plain leaves out what has happened in it @returns {Parts} */
export const players = (app, { plain = false } = {}) =>
  strips(app.state.flipped ? 'black' : 'red', (side) => {
    const { state } = app;
    const { game } = state;
    const player = game.players[side];
    const toMove = state.turn === side;
    const thinks = state.thinking && game.mode === 'play' && toMove && player.kind === 'engine';
    return strip(
      toMove && !state.ended,
      ...sideName(side),
      el('span', { class: 'who', key: 'who' }, nameOf(game, side)),
      thinks ? el('span', { class: 'dots', key: 'dots', 'aria-hidden': 'true' }, '…') : null,
      toMove && !plain ? warning(state) : null,
      plain ? null : taken(app, side),
      game.clock && game.mode === 'play' ? clock(state, side) : null,
    );
  });

/** What a player is called. @param {import('./game.js').Game} game @param {Side} side */
function nameOf({ names, mode, players }, side) {
  if (names[side] || mode === 'study') return names[side];
  const alone = players[side].kind === 'human' && players[other(side)].kind === 'engine';
  return alone ? t('roomYou') : playerName(players[side]);
}

/** The pieces that a side has taken. @param {App} app @param {Side} side */
function taken({ state, board }, side) {
  const pieces = state.game.taken(side);
  if (!pieces.length) return null;
  const { set, theme } = board;
  const names = [...new Set(pieces)].map((piece) => {
    const n = pieces.filter((p) => p === piece).length;
    return pieceName(piece) + (n > 1 ? ` ×${n}` : '');
  });
  const icon = (/** @type {string} */ piece, /** @type {number} */ i) =>
    el('i', {
      key: `${piece}-${i}-${set}-${theme}`,
      class: piece === pieces[i - 1] ? 'same' : undefined,
      hook: pieceHook(piece, board),
    });
  const label = t('taken', { pieces: listed(names) });
  return el(
    'span',
    { class: 'taken', key: 'taken', role: 'img', 'aria-label': label, title: label },
    ...pieces.map(icon),
  );
}

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
