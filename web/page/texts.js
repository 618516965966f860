// The texts of the page in one language, and what else is written otherwise in each. The
// server has them from the catalogues; language.js loads them.

import { fileOf, numerals, numbering, rankOf, sideOf, squareOf } from './squares.js';

/** A text, or its plural forms. {name} is replaced by a value. @typedef {string | Record<string, string>} Text */

/** The language, as its catalogue is called. */
let code = 'en';
/** @type {Record<string, Text>} */
let texts = {};
/** Chooses plural forms. */
let plurals = new Intl.PluralRules(code);
/** Writes large numbers in a few characters. */
let numbers = new Intl.NumberFormat(code);

/** Takes up a language. @param {string} name of its catalogue @param {Record<string, Text>} catalogue */
export function speak(name, catalogue) {
  code = name;
  texts = catalogue;
  plurals = new Intl.PluralRules(code);
  numbers = new Intl.NumberFormat(code, { notation: 'compact', maximumSignificantDigits: 3 });
}

/** The language of the page. */
export const language = () => code;

/**
 * The first of the languages wanted that there is, else English.
 * @param {readonly string[]} wanted by a browser, such as zh-TW @param {string[]} codes
 */
export function languageOf(wanted, codes) {
  const known = codes.map(languageAndScript);
  for (const one of wanted) {
    const at = known.indexOf(languageAndScript(one));
    if (at >= 0) return codes[at];
  }
  return 'en';
}

/** A language with the script in which it is written: zh-Hant for zh-TW. @param {string} tag */
function languageAndScript(tag) {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return ''; // not a language
  }
}

/**
 * A text in the language; the value n chooses the plural form.
 * @param {string} key @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  if (!hasText(key)) throw new Error(`no text ${key}`);
  const forms = texts[key];
  const text = typeof forms === 'string' ? forms : (forms[plurals.select(Number(values.n))] ?? forms.other);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** Whether there is a text. @param {string} key */
export const hasText = (key) => Object.hasOwn(texts, key);

/** A text, or something else where there is none. @param {string} key @param {string} otherwise */
export const textOr = (key, otherwise) => (hasText(key) ? t(key) : otherwise);

/** Sentences one after the other, without the empty ones. @param {string[]} all */
export const sentences = (...all) =>
  all.filter(Boolean).reduce((first, last) => (first ? t('join.sentences', { first, last }) : last), '');

/** Words as a sentence. @param {string} words */
export const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1) + t('join.stop');

/** Things one after the other. @param {string[]} things */
export const listed = (things) => things.join(t('join.list'));

/** Reasons one after the other, without the empty ones. @param {string[]} reasons */
export const reasoned = (...reasons) => reasons.filter(Boolean).join(t('join.semicolon'));

/** A number in a few characters: 1.4M or 140万. @param {number} n */
export const countText = (n) => numbers.format(n);

/** What a player without a name is called. @param {import('./game.js').Player} player */
export const playerName = (player) =>
  player.kind === 'engine' ? player.engine || t('engineLevel', { level: player.level }) : t('person');

/** The name of a piece. @param {string} piece */
export const pieceName = (piece) => t(`piece.${piece}`, { n: 1 });

/** The name of a piece with its side. @param {string} piece */
export const sidePiece = (piece) =>
  t('sidePiece', { side: t(sideOf(piece)), piece: pieceName(piece) });

/**
 * Where a piece stands, in the notation of the page: by its file and rank from its own
 * side, or by the name of the square.
 * @param {string} square @param {'red' | 'black'} side @param {string} notation
 */
export function squareText(square, side, notation) {
  const style = numbering(notation);
  if (style === 'letters') return square;
  const at = squareOf(square);
  const file = side === 'red' ? 9 - fileOf(at) : fileOf(at) + 1;
  const rank = side === 'red' ? rankOf(at) + 1 : 10 - rankOf(at);
  return t('place', { file: style === 'chinese' && side === 'red' ? numerals[file - 1] : file, rank });
}

/** A move in a notation. @param {import('./api.js').MoveText} text @param {string} notation */
export const notationText = ({ move, names }, notation) =>
  names[notation] ?? `${move.slice(0, 2)}-${move.slice(2)}`.toUpperCase();
