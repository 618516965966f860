// What the server has to offer, which the page asks when it begins, and again until it is told.

import { ask } from './api.js';
import { stayPresent } from './program.js';

/** @typedef {import('./app.js').App} App */

/** How often the server is asked while it does not answer, in ms. */
const askEvery = 5000;

/** Learns it, or once the server answers: without it levels, formats and the classroom are missing. @param {App} app */
export async function learnOffers(app) {
  try {
    await learn(app);
  } catch (e) {
    app.report(e);
    app.drawMenu();
    app.offered = learnLater(app);
  }
}

/** @param {App} app */
async function learn(app) {
  app.offers = await ask('limits', {});
  if (app.offers.desktop) stayPresent(app);
  app.drawMenu();
  await app.rivals.begin();
}

/** @param {App} app */
async function learnLater(app) {
  for (;;) {
    await new Promise((done) => setTimeout(done, askEvery));
    try {
      return await learn(app);
    } catch {
      // it does not answer yet
    }
  }
}
