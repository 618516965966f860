// How moves that were judged are written.

import { language } from './texts.js';

/** @typedef {import('./api.js').Judged} Judged */

/** The signs of mistakes, with their classes. */
export const kinds = /** @type {Record<string, string>} */ ({
  '?!': 'dubious',
  '?': 'mistake',
  '??': 'blunder',
  '!': 'good',
});

/** Points as a whole number of per cents. @param {number} points 0 to 1 */
export const percent = (points) => Math.round(100 * points);

/** Why a move was judged so, '' if there is nothing to say. @param {Judged} m */
export const why = (m) => m.why?.[language()] ?? '';
