// What there is to say about a position, in sentences.

import { other, sideOf } from './squares.js';
import { hasText, listed, sentence, sentences, sidePiece, squareText, t, textOr } from './texts.js';
import { ServerError } from './api.js';
import { noAnswer } from './server.js';
import { saidMove } from './words.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./game.js').Side} Side */
/** @typedef {import('./api.js').Position} Position */
/** @typedef {{ text: string, kind: 'danger' | 'draw', why?: string }} Notice why unfolds */

/** From how many plies before the natural move limit the page warns of it. */
const warnPlies = 20;

/** How a game ended. @param {Side | 'draw'} winner @param {string} text the verdict of the server */
export function verdict(winner, text) {
  // The verdict on a draw begins with that word itself.
  return winner === 'draw' ? sentence(text) : sentences(t('wins', { side: t(winner) }), sentence(text));
}

/** How the game on the board ended. @param {State} state @param {import('./game.js').Result} result */
function ending({ info }, { winner, reason, text }) {
  // In the language of the page, once the server has said it.
  if (text) return verdict(winner, info?.end?.winner === winner ? info.end.text : text);
  const head = winner === 'draw' ? t('drawn') : t('wins', { side: t(winner) });
  if (!reason) return head; // a file gives no reason
  return sentences(head, t(`by-${reason}`, { side: t(winner === 'draw' ? 'red' : other(winner)) }));
}

/**
 * What there is to say about the position on the board.
 * @param {State} state @param {string} [about] what a review says of it
 */
export function situation(state, about = '') {
  const { game, info, hint } = state;
  if (state.waiting) return t('waiting', { place: state.waiting });
  if (game.result && state.ended) return ending(state, game.result);
  if (info?.end) return verdict(info.end.winner, info.end.text);
  if (about) return about;
  const side = t(state.turn);
  if (state.thinking) return state.engineToMove && game.mode === 'play' ? t('thinking', { side }) : t('looking');
  if (hint) return t('hintIs', { move: hint.text });
  const { text: last, parent } = game.current;
  const before =
    last && parent && t('lastMove', { side: t(other(state.turn)), move: saidMove(state, game.boardAt(parent), last) });
  return sentences(before ?? '', info?.check ? t('inCheck', { side }) : t('toMove', { side }));
}

/**
 * What the rules will say before they do, and a warning of a game that is not kept.
 * @param {State} state @returns {Notice[]}
 */
export function notices(state) {
  /** @type {Notice[]} */
  const all = [];
  if (!state.stored) all.push({ text: t('noRoom'), kind: 'danger' });
  const over = state.info?.end;
  if (over?.loop && over.why) all.push({ text: t('whyEnded'), kind: 'draw', why: over.why });
  const info = state.foretold;
  if (!info) return all;
  if (info.repeat) {
    const { count, needed, end } = info.repeat;
    const text = t('repeated', { count, needed, text: sentence(end.text) });
    all.push({ text, kind: end.winner === 'draw' ? 'draw' : 'danger', why: end.why });
  }
  const losing = Object.entries(info.marks).filter(([, e]) => e.winner === other(state.turn));
  if (losing.length && state.mode.mayMove) {
    const board = state.game.boardAt();
    const moves = listed(losing.map(([m]) => saidMove(state, board, info.texts[m])));
    const { text, why } = losing[0][1];
    all.push({ text: t('losingMoves', { moves, text: sentence(text) }), kind: 'danger', why: info.repeat ? '' : why });
  }
  const left = info.limit - info.quiet;
  if (info.limit && left <= warnPlies) {
    all.push({ text: t('quiet', { n: left }), kind: 'draw' });
  }
  return all;
}

/** A repetition in a few words, null without one. @param {State} state @returns {Notice | null} */
export function repetition({ foretold }) {
  if (!foretold?.repeat) return null;
  const { count, needed, end } = foretold.repeat;
  return { text: `⚠ ${t('repetition', { count, needed })}`, kind: end.winner === 'draw' ? 'draw' : 'danger' };
}

/** What to say about an error of a request; another error is thrown again. @param {unknown} e @param {string} notation */
export function explain(e, notation) {
  if (e instanceof ServerError) {
    const text = ownWords(e, notation);
    if (e.ofLink) return t('linkFault', { text: text || e.message });
    return text || t('serverError', { text: e.message });
  }
  // A program between here and ours may have answered in its place, with something that is no JSON.
  if (e instanceof TypeError || e instanceof SyntaxError) return noAnswer();
  throw e;
}

/** What the page itself has to say about an error, '' for nothing. @param {ServerError} e @param {string} notation */
function ownWords({ code, square, piece }, notation) {
  if (!hasText(`fault-${code}`)) return textOr(`error-${code}`, '');
  return t(`fault-${code}`, {
    square: square && squareText(square, sideOf(piece), notation),
    piece: piece && sidePiece(piece),
  });
}
