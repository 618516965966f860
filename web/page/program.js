// The program behind the page, where an icon has started it: the page keeps it running,
// and can end it.

import { ask, refused } from './api.js';
import { confirmDialog, showDialog } from './dialog.js';
import { programKey, roomKey, teacherToken } from './store.js';
import { t } from './texts.js';
import { el } from './ui.js';

/** @typedef {import('./app.js').App} App */

/** How often the page says that it is open, in ms. Browsers let hidden pages do so once a minute. */
const presentEvery = 20_000;

/** Tells the program from now on that a page is open. @param {App} app */
export function stayPresent(app) {
  const present = () => {
    if (app.offers.desktop) ask('present', {}).catch(() => {}); // what the person asks for next says it
  };
  setInterval(present, presentEvery);
  document.addEventListener('visibilitychange', present);
  app.drawMenu();
}

/**
 * Gets the key to end the program with the code of the address, and returns whether the
 * program has a file to open. An answer that is lost is an error; the same page may ask again.
 * @param {App} app @param {string} code @returns {Promise<boolean>}
 */
export async function enter(app, code) {
  try {
    const { key, file, teacher } = await ask('enter', { code, page: roomKey() });
    programKey.value = key;
    if (teacher) teacherToken.value = teacher;
    app.drawMenu();
    await app.rivals.begin();
    return file;
  } catch (e) {
    if (refused(e)) return false; // the code was used before
    throw e;
  }
}

/** Whether the page may end the program. @param {App} app */
export const canQuit = (app) => Boolean(app.offers.desktop && programKey.value);

/** Ends the program, once the person has agreed. @param {App} app */
export async function quit(app) {
  if (!(await confirmDialog(t('quitSure'), t('quit')))) return;
  app.keep();
  try {
    await ask('quit', { key: programKey.value });
  } catch (e) {
    app.report(e);
    return;
  }
  app.interrupt();
  app.offers.desktop = false;
  app.drawMenu();
  showDialog({ title: t('ended'), body: () => [el('p', { id: 'ended' }, t('endedHow'))] });
}
