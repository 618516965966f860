// A game as the text of a lesson: diagrams, moves and comments in the order in which one
// reads them.

import { startFEN } from './squares.js';
import { deepest, diagramGlyph, nodeText, numberText, signs } from './moves.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./game.js').Node} Node */
/** @typedef {{ kind: 'move' | 'side' | 'comment' | 'aside' | 'bracket', text: string }} Word a side is a move of a variation, an aside a comment there */
/** @typedef {{ node: Node | null, words: Word[] }} Section what stands with a diagram, which only the first may lack */

/** Whether somebody has marked a position to be printed. @param {Node} node */
export const isMarked = ({ glyphs }) => glyphs.includes(diagramGlyph);

/** Which positions of a game are printed: those that are marked, or all about which something is said too. @param {Game} game @param {boolean} onlyMarked */
export function diagramsOf(game, onlyMarked) {
  const wanted = (/** @type {Node} */ n) =>
    isMarked(n) || (!onlyMarked && Boolean(n.comment || n.marks.length)) || (!n.parent && game.start !== startFEN);
  return new Set(game.nodes.filter(wanted));
}

/** The text of a game. @param {Game} game @param {Set<Node>} diagrams @param {string} notation of the moves @returns {Section[]} */
export function sectionsOf(game, diagrams, notation) {
  /** @type {Section[]} */
  const all = [{ node: null, words: [] }];
  const put = (/** @type {Word['kind']} */ kind, /** @type {string} */ text) =>
    all[all.length - 1].words.push({ kind, text });
  const arrive = (/** @type {Node} */ n, /** @type {boolean} */ main) => {
    if (diagrams.has(n)) all.push({ node: n, words: [] });
    if (n.comment) put(main ? 'comment' : 'aside', n.comment);
  };
  const line = (/** @type {Node | undefined} */ first, depth = 0) => {
    let counted = false; // the number of the move stands right before
    for (let n = first; n; n = n.children[0]) {
      const red = game.turn(/** @type {Node} */ (n.parent)) === 'red';
      const number = red || !counted ? `${numberText(game, n)}\u00a0` : '';
      put(depth ? 'side' : 'move', number + nodeText(n, notation) + n.glyphs.map((g) => signs[g] ?? '').join(''));
      arrive(n, !depth);
      const others = (depth && n === first) || depth > deepest ? [] : /** @type {Node} */ (n.parent).children.slice(1);
      for (const other of others) {
        put('bracket', '(');
        line(other, depth + 1);
        put('bracket', ')');
      }
      counted = red && !diagrams.has(n) && !n.comment && !others.length;
    }
  };
  arrive(game.root, true);
  line(game.root.children[0]);
  return all.filter(({ node, words }) => node || words.length);
}
