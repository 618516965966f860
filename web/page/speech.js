// Moves spoken by the browser.

import { language } from './texts.js';

/** Whether the browser can speak. */
export const canSpeak = 'speechSynthesis' in globalThis;

/** A language by its region, as voices are named: zh-TW for zh-Hant. @param {string} code */
export function regional(code) {
  const { language, region } = new Intl.Locale(code).maximize();
  return `${language}-${region}`;
}

/** Speaks a text, instead of what is being spoken. @param {string} text */
export function speakText(text) {
  const words = new SpeechSynthesisUtterance(text);
  words.lang = regional(language());
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}
