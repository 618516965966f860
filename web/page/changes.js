// Undo and redo of what somebody does to the games: each tab has its own.

import { snapshot } from './filestore.js';
import { Game } from './game.js';
import { History } from './history.js';
import { loadChanges, removeGame, restore, saveChanges, savedGame, tab, worthListing } from './store.js';
import { t } from './texts.js';
import { button, el } from './ui.js';

/** @typedef {import('./history.js').Change} Change */
/** @typedef {'undo' | 'redo'} Way */

/** From how many moves on the page asks before it removes them. */
export const much = 20;

export class Changes {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.history = new History();
    this.owner = ''; // the game on the board, by its name in storage; '' before the first
    /** @type {{ text: string, way: Way } | null} what has just happened, and how it goes back */
    this.offer = null;
    this.turning = false;
  }

  /** Remembers the game as it is before it changes. @param {string} [text] says what happens @param {string} [key] as of a Change */
  note(text = '', key = '') {
    if (this.history.has(key)) return;
    this.history.note({ saved: JSON.stringify(this.app.state.game.save()), text, key });
    this.say(text, 'undo');
  }

  /** Remembers a game that is removed from the list. @param {string} id */
  noteForgotten(id) {
    const saved = JSON.stringify(savedGame(id));
    this.history.note({ saved, id, forgotten: true, text: t('change-forget') });
  }

  /** Remembers a file, and those of its games that are added or removed, as they are. @param {string} text @param {string} file @param {string[]} ids */
  noteFile(text, file, ids) {
    this.history.note({ saved: JSON.stringify(snapshot(file, ids, tab.id)), file, text });
    this.say(text, 'undo');
  }

  /** Another game than that of the state comes to the board: the one before is remembered, if there is something to it. */
  opened() {
    const { owner, history } = this;
    if (owner === tab.id) return;
    this.owner = tab.id;
    this.offer = null;
    if (!owner) {
      const saved = loadChanges();
      if (saved?.owner === tab.id) history.load(saved);
      return;
    }
    if (this.turning) return;
    const saved = this.app.state.game.save();
    const listed = worthListing(saved);
    const text = listed && savedGame(owner) ? t('change-open') : '';
    if (listed || history.past.length) history.note({ saved: JSON.stringify(saved), id: owner, text });
    this.say(text, 'undo');
  }

  /** Goes on under another name: the game is a copy from here. */
  renamed() {
    this.owner = tab.id;
  }

  /** Remembers for a reload what can be undone. */
  keep() {
    const { owner, history } = this;
    if (owner) saveChanges({ owner, past: history.past, future: history.future });
  }

  /** @param {string} text '' for nothing @param {Way} way */
  say(text, way) {
    this.offer = text ? { text, way } : null;
  }

  /** Undoes the newest change, or redoes the one that was undone last, and returns whether that was done. @param {Way} way */
  async turn(way) {
    if (this.turning || !this.possible(way)) return false;
    this.turning = true;
    let done = false;
    try {
      done = await this.go(way);
    } finally {
      this.turning = false;
    }
    if (done) this.say(t(way === 'undo' ? 'undone' : 'redone'), way === 'undo' ? 'redo' : 'undo');
    else this.app.say(t('noRoom'));
    this.app.update();
    return done;
  }

  /** Whether there is a change to undo or to redo. @param {Way} way */
  possible(way) {
    return this.history[way === 'undo' ? 'past' : 'future'].length > 0;
  }

  /** Goes one change back or on, and returns whether there was room for it. @param {Way} way */
  async go(way) {
    const { app } = this;
    const { state } = app;
    if (!this.history[way === 'undo' ? 'past' : 'future'].at(-1)?.forgotten) {
      app.interrupt();
      app.keep();
    }
    const change = /** @type {Change} */ (
      this.history[way](({ forgotten, id, file, saved }) => {
        if (forgotten) return {};
        if (file) return { saved: JSON.stringify(snapshot(file, Object.keys(JSON.parse(saved).games), tab.id)) };
        return { saved: JSON.stringify(state.game.save()), id: id && tab.id };
      })
    );
    const saved = JSON.parse(change.saved);
    const { id } = change;
    if (change.file) {
      if (await app.chapters.putBack(change.file, saved)) return true;
      this.history[way === 'undo' ? 'redo' : 'undo'](() => ({ saved: change.saved }));
      return false;
    }
    if (change.forgotten) {
      if (way === 'redo') removeGame(id ?? '', state.game.changed);
      else if (!restore(id ?? '', saved)) {
        this.history.redo(() => ({}));
        return false;
      }
      return true;
    }
    const game = Game.load(saved.game ?? saved);
    if (id) {
      // Another tab may play it, or may have played it on: then this is a copy.
      const same = (savedGame(id)?.game?.changed ?? game.changed) === game.changed;
      if (!same || !(await tab.take(id))) tab.fresh();
      game.review = savedGame(id)?.review ?? null;
    } else {
      game.review = state.game.review;
      game.changed = Date.now();
    }
    app.open(game, id ? {} : { flipped: state.flipped });
    return true;
  }

  /** What has just happened, with a button that takes it back. @returns {import('./ui.js').Child} */
  get notice() {
    const { offer } = this;
    if (!offer) return null;
    return el(
      'p',
      { class: 'notice done', key: 'change' },
      offer.text,
      ' ',
      this.button(offer.way, `offer-${offer.way}`),
    );
  }

  /** The buttons for all changes. @returns {import('./ui.js').Child[]} */
  buttons() {
    return [this.button('undo', 'undo', '↶'), this.button('redo', 'redo', '↷')];
  }

  /** @param {Way} way @param {string} id @param {string} [icon] instead of the word */
  button(way, id, icon) {
    const key = way === 'undo' ? 'Ctrl Z' : 'Ctrl Y';
    return button(t(way), () => this.turn(way), { id, key, icon, disabled: !this.possible(way) });
  }
}
