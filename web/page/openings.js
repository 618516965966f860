// The switch of the opening explorer, which begins when it is first wanted.

import { Explorer } from './explorer.js';
import { t } from './texts.js';
import { button } from './ui.js';

export class Openings {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {Explorer | null} */
    this.explorer = null;
  }

  get on() {
    return this.app.state.settings.openings;
  }

  async toggle() {
    await this.app.set({ openings: !this.on });
    this.follow();
  }

  /** Asks about the position on the board, if the explorer is open. */
  follow() {
    if (!this.on) return;
    this.explorer ??= new Explorer(this.app);
    this.explorer.follow();
  }

  button() {
    return button(t('openings'), () => this.toggle(), { id: 'openings', key: 'E', pressed: this.on });
  }

  /** What the explorer shows. @returns {import('./ui.js').Child[]} */
  get rows() {
    return (this.on && this.explorer?.rows()) || [];
  }

  /** The moves that the explorer shows, as lines by their ids. @returns {Record<string, import('./lines.js').Line>} */
  get lines() {
    return (this.on && this.explorer?.lines) || {};
  }
}
