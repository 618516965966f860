// The languages of the page, and the loading of their catalogues. The first page names
// the languages, so that this module can load the right catalogue while the others come.

import { loadSettings } from './store.js';
import { languageOf, speak } from './texts.js';

/**
 * The languages: codes, which name their catalogues, and names; and the pieces and the notation that each has
 * where the settings leave them open.
 * @type {{ code: string, name: string, pieces: string, notation: string }[]}
 */
export const languages = JSON.parse(document.getElementById('languages')?.textContent ?? '[]');

/** @type {Map<string, Promise<Record<string, import('./texts.js').Text>>>} */
const catalogues = new Map();

/** The number of the newest choice. */
let newest = 0;

/**
 * The language that the settings choose.
 * @param {string} chosen its code, '' for that of the browser
 */
export function languageFor(chosen) {
  const codes = languages.map(({ code }) => code);
  const code = codes.includes(chosen) ? chosen : languageOf(navigator.languages, codes);
  return /** @type {typeof languages[0]} */ (languages.find((l) => l.code === code));
}

/**
 * Takes up a language once its catalogue is there, unless another was chosen meanwhile.
 * @param {string} chosen its code, '' for the browser's language
 */
export async function useLanguage(chosen) {
  const number = ++newest;
  const { code } = languageFor(chosen);
  const loading = catalogues.get(code) ?? load(code);
  catalogues.set(code, loading);
  loading.catch(() => catalogues.delete(code)); // the next choice tries again
  const texts = await loading;
  if (number === newest) speak(code, texts);
}

/** @param {string} code */
async function load(code) {
  const response = await fetch(`lang/${code}.json`);
  if (!response.ok) throw new TypeError(`no catalogue of ${code}`);
  return response.json();
}

/** How long to wait before the first catalogue is asked for again, in ms: a page without texts cannot say what is wrong. */
const againAfter = 2000;

/** Takes up the language of the settings, however often its catalogue is lost on its way. */
async function firstLanguage() {
  for (;;) {
    try {
      await useLanguage(loadSettings().lang);
      return;
    } catch {
      await new Promise((r) => setTimeout(r, againAfter));
    }
  }
}

/** Done when the page has its first language. */
export const ready = firstLanguage();
