// What the course and the puzzles have in common: a task on the board in the place of the
// game, and questions to the server about it, which may get no answer.

import { Mode } from './mode.js';

export const wrongFor = 700; // ms in which a wrong move stays on the board

export class Exercise extends Mode {
  /** what is wrong, '' for nothing */
  fault = '';
  /** @type {(() => void) | null} asks once more what was not answered */
  failed = null;
  asked = 0; // number of the newest question

  /** Goes on from what was right. */
  again() {}

  /** @param {unknown} e @param {() => void} [again] asks once more */
  fail(e, again = () => this.again()) {
    this.failed = again;
    this.say(this.app.explain(e));
  }

  say(/** @type {string} */ text) {
    this.fault = text;
    this.app.render();
  }

  /** Waits, and says whether the task is still the same. @param {number} ms */
  async pause(ms) {
    const number = this.asked;
    await new Promise((r) => setTimeout(r, this.app.state.settings.pause ? ms : 0));
    return this.on && number === this.asked;
  }

  left() {
    this.asked++;
    this.app.turnBoard(this.wasFlipped);
  }
}
