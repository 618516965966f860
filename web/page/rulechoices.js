// The choices of rules: which set, and the natural move limit.

import { t, textOr } from './texts.js';
import { choice } from './ui.js';

/** Natural move limits in plies; '' for that of the rules. */
const limits = ['', '80', '100', '120', '200', '0'];

/**
 * A choice of the rules of repetition.
 * @param {string[]} sets that there are @param {string} value @param {(value: string) => void} [change] @param {{ disabled?: boolean }} [more]
 */
export const rulesChoice = (sets, value, change, more) =>
  choice(
    t('rules'),
    'rules',
    sets.map((r) => [r, textOr(`rules-${r}`, r)]),
    value,
    change,
    more,
  );

/**
 * A choice of the natural move limit.
 * @param {number | null} value @param {(value: string) => void} [change] @param {{ disabled?: boolean }} [more]
 */
export function limitChoice(value, change, more) {
  const chosen = limitText(value);
  const all = limits.includes(chosen) ? limits : [...limits, chosen];
  const text = (/** @type {string} */ l) =>
    l === '' ? t('limitOwn') : l === '0' ? t('limitNone') : t('limitOf', { moves: Number(l) / 2 });
  return choice(
    t('limit'),
    'limit',
    all.map((l) => [l, text(l)]),
    chosen,
    change,
    more,
  );
}

/** A limit as the value of a choice. @param {number | null} limit */
export const limitText = (limit) => (limit === null ? '' : String(limit));

/** The limit of a choice. @param {string} value */
export const limitOf = (value) => (value === '' ? null : Number(value));
