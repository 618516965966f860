// Moves spoken by the browser.

import { language } from './texts.js';

/** Whether the browser can speak. */
export const canSpeak = 'speechSynthesis' in globalThis;

/** Speaks a text, instead of what is being spoken. @param {string} text */
export function speakText(text) {
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language();
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}
