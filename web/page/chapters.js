// The games of a file as a list that stays open: one click leads from one to another, and
// what is changed in them stays. Games can be added, removed and moved.

import { much } from './changes.js';
import { confirmDialog } from './dialog.js';
import { entryOf, files, loadFile, newId, putBack, saveFile, snapshot, storeFile } from './filestore.js';
import { Game } from './game.js';
import { forget, loadGame, putGame, tab } from './store.js';
import { t } from './texts.js';
import { button, el, part } from './ui.js';

/** @typedef {import('./filestore.js').Entry} Entry */
/** @typedef {import('./filestore.js').Snapshot} Snapshot */

/** What a game of a list is called. @param {Pick<Entry, 'title' | 'red' | 'black' | 'date'>} entry */
export function entryText({ title, red, black, date }) {
  const who = [red, black].filter(Boolean).join(' – ');
  const year = /^\d{4}/.exec(date)?.[0] ?? '';
  return [who, title, year].filter(Boolean).join(' · ') || t('untitled');
}

export class Chapters {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** the file of the game on the board, '' for none */
    this.file = '';
    /** @type {import('./filestore.js').Record | null} */
    this.record = null;
  }

  /** The place of the game on the board in the list, -1 for none. */
  get at() {
    return this.record?.games.findIndex((e) => e.id === tab.id) ?? -1;
  }

  /** A game comes to the board. @param {Game} game */
  opened(game) {
    this.record = loadFile(game.file);
    // A copy of a game of a file, in another tab, is not in the file.
    if (game.file && this.at < 0) game.file = '';
    this.file = game.file;
    if (!this.file) this.record = null;
  }

  /** The game on the board goes on as a copy, which is not in the file. */
  renamed() {
    const { game } = this.app.state;
    game.file = '';
    this.opened(game);
  }

  /** Takes up what another tab has made of the list, and returns whether something has changed. */
  refresh() {
    const { file, record } = this;
    if (!file) return false;
    const now = loadFile(file);
    if (!now?.games.some((e) => e.id === tab.id))
      this.renamed(); // the game goes on without the list
    else if (JSON.stringify(now) === JSON.stringify(record)) return false;
    else this.record = now;
    return true;
  }

  /** The game on the board is kept: the list says the same of it. */
  kept() {
    const { record, at, file, app } = this;
    if (!record || at < 0) return;
    const entry = entryOf(tab.id, app.state.game, record.games[at].notice);
    if (JSON.stringify(entry) === JSON.stringify(record.games[at])) return;
    record.games[at] = entry;
    saveFile(file, record);
  }

  // Files

  /**
   * Opens games as a file, in this tab.
   * @param {string} name @param {import('./document.js').Found[]} found
   * @returns {Promise<boolean>} false if there is no room for them
   */
  async openAll(name, found) {
    const record = loadFile(storeFile(name, found));
    if (!record) return false;
    await this.open(record.games[0]);
    return true;
  }

  /** Opens the first game of a file. @param {string} file */
  async openFile(file) {
    const record = loadFile(file);
    const [first] = record?.games ?? [];
    if (first) await this.show(first);
  }

  /** Makes the game on the board the first one of a file. */
  async begin() {
    const { app } = this;
    const { game } = app.state;
    const file = newId();
    const record = { name: game.title || t('newFile'), changed: Date.now(), games: [entryOf(tab.id, game)] };
    if (!saveFile(file, record)) {
      app.say(t('noRoom'));
      return;
    }
    game.file = file;
    game.changed = Date.now(); // or one that was removed would stay away
    this.opened(game);
    app.keep();
    app.update();
  }

  /** Removes a file with all its games, which Undo brings back. @param {string} file */
  removeFile(file) {
    const ids = loadFile(file)?.games.map((e) => e.id) ?? [];
    this.app.changes.noteFile(t('change-file'), file, ids);
    putBack(file, { record: null, games: Object.fromEntries(ids.map((id) => [id, null])), open: tab.id });
    if (this.file === file) this.renamed();
  }

  /** Puts a file back as it was, and returns whether there was room. @param {string} file @param {Snapshot} then */
  async putBack(file, then) {
    this.app.keep();
    if (!putBack(file, then)) return false;
    const { record, games, open } = then;
    const { id } = tab;
    const here = this.file === file || record?.games.some((e) => e.id === id);
    const entry = record?.games.find((e) => e.id === open) ?? record?.games[0];
    if (!here) return true;
    if (entry && entry.id !== id) {
      await this.open(entry);
      if (games[id] === null) forget(id); // which is kept once more when it leaves the board
    } else if (record) {
      this.app.state.game.file = file;
      this.opened(this.app.state.game);
    } else this.renamed();
    return true;
  }

  // Games

  /** Shows a game of the browser, unless the person keeps what is on the board. @param {Entry} entry */
  async show(entry) {
    if (entry.id === tab.id || !(await this.app.state.mode.yields())) return;
    await this.open(entry);
  }

  /** @param {Entry} entry */
  async open(entry) {
    const { app } = this;
    app.interrupt();
    app.keep();
    const game = loadGame(entry.id);
    if (!game) return;
    const { file } = game;
    if (!(await tab.take(entry.id))) return;
    app.open(game, { notice: entry.notice });
    if (file && !game.file) app.say(t('chapterElsewhere'));
  }

  /** Shows the game that many places further on. @param {number} by */
  step(by) {
    const entry = this.record?.games[this.at + by];
    if (entry) this.show(entry);
  }

  /** Adds an empty game behind that on the board, and shows it. */
  async add() {
    const { app } = this;
    if (!(await app.state.mode.yields())) return;
    this.refresh();
    const { file, record, at } = this;
    if (!record) return;
    const id = newId();
    const game = new Game();
    game.mode = 'study';
    game.file = file;
    app.changes.noteFile(t('change-add'), file, [id]);
    const entry = entryOf(id, game);
    const games = record.games.toSpliced(at + 1, 0, entry);
    if (!putGame(id, game) || !this.change(games)) {
      app.say(t('noRoom'));
      return;
    }
    await this.openNoted(entry);
  }

  /** Removes the game on the board from the file, if the person agrees where that is much. */
  async remove() {
    this.refresh();
    const { app, file, record, at } = this;
    if (!record || record.games.length < 2) return;
    const n = app.state.game.nodes.length - 1;
    if (n > much && !(await confirmDialog(t('removeSure', { n }), t('chapterRemove')))) return;
    if (this.record !== record || this.at !== at) return;
    const { id } = record.games[at];
    const next = record.games[at + 1] ?? record.games[at - 1];
    app.keep();
    app.changes.noteFile(t('change-forget'), file, [id]);
    this.change(record.games.toSpliced(at, 1));
    await this.openNoted(next);
    putBack(file, { record: loadFile(file), games: { [id]: null }, open: '' });
  }

  /** Moves the game on the board in the list. @param {number} by how many places */
  move(by) {
    this.refresh();
    const { app, file, record, at } = this;
    const to = at + by;
    if (!record || to < 0 || to >= record.games.length) return;
    app.changes.noteFile('', file, []);
    const games = record.games.toSpliced(at, 1);
    this.change(games.toSpliced(to, 0, record.games[at]));
    app.update();
  }

  /** Calls the file otherwise. @param {string} name */
  rename(name) {
    this.refresh();
    const { app, file, record } = this;
    if (!record || !name.trim() || name === record.name) return;
    app.changes.noteFile('', file, []);
    record.name = name.trim();
    this.change(record.games);
    app.update();
  }

  /** @param {Entry[]} games */
  change(games) {
    if (!this.record) return false;
    this.record = { ...this.record, games, changed: Date.now() };
    return saveFile(this.file, this.record);
  }

  /** Opens a game as part of a change that is noted already. @param {Entry} entry */
  async openNoted(entry) {
    const { changes } = this.app;
    const { offer } = changes;
    changes.turning = true;
    try {
      await this.open(entry);
    } finally {
      changes.turning = false;
    }
    changes.offer = offer;
    this.app.update();
  }

  /** All games of the file, in order. @returns {Game[]} */
  get games() {
    const { state } = this.app;
    return (this.record?.games ?? []).flatMap(({ id }) => (id === tab.id ? state.game : (loadGame(id) ?? [])));
  }

  // Showing

  /** The list. */
  part() {
    const { record, at } = this;
    if (!record) return part({ hidden: true });
    const { games } = record;
    const row = (/** @type {Entry} */ entry, /** @type {number} */ i) =>
      el(
        'li',
        { key: entry.id },
        el(
          'button',
          {
            type: 'button',
            id: `chapter-${entry.id}`,
            'aria-current': i === at ? 'true' : undefined,
            onclick: () => this.show(entry),
          },
          el('span', { class: 'number' }, `${i + 1}.`),
          el('span', { class: 'title' }, entryText(entry)),
          el('span', { class: 'result' }, entry.result === '*' ? '' : entry.result),
        ),
      );
    return part(
      { hidden: false },
      el(
        'div',
        { class: 'row head', key: 'head' },
        el('input', {
          type: 'text',
          id: 'file-name',
          'aria-label': t('fileName'),
          value: record.name,
          maxlength: 200,
          onchange: (/** @type {any} */ e) => this.rename(e.target.value),
        }),
        el('span', { class: 'place' }, `${at + 1} / ${games.length}`),
        button(t('chapterBack'), () => this.step(-1), { icon: '◀', id: 'chapter-back', disabled: at < 1 }),
        button(t('chapterNext'), () => this.step(1), {
          icon: '▶',
          id: 'chapter-next',
          disabled: at + 1 >= games.length,
        }),
      ),
      el('ol', { class: 'chapters', key: 'list', hook: seen(at) }, ...games.map(row)),
      el(
        'div',
        { class: 'row', key: 'row' },
        button(t('chapterAdd'), () => this.add(), { id: 'chapter-add' }),
        button(t('chapterUp'), () => this.move(-1), { icon: '↑', id: 'chapter-up', disabled: at < 1 }),
        button(t('chapterDown'), () => this.move(1), {
          icon: '↓',
          id: 'chapter-down',
          disabled: at + 1 >= games.length,
        }),
        button(t('chapterRemove'), () => this.remove(), { id: 'chapter-remove', disabled: games.length < 2 }),
      ),
    );
  }

  /** The files in storage. */
  get files() {
    return files();
  }
}

/** Which row a list was scrolled to. @type {WeakMap<Element, number>} */
const shown = new WeakMap();

/** Keeps the marked row of a list in sight when another one is marked. @param {number} at */
function seen(at) {
  const scroll = (/** @type {import('./ui.js').VNode} */ { elm }) => {
    const list = /** @type {HTMLElement} */ (elm);
    if (shown.get(list) === at) return;
    shown.set(list, at);
    const row = /** @type {HTMLElement | undefined} */ (list.children[at]);
    if (row) list.scrollTop = row.offsetTop - (list.clientHeight - row.offsetHeight) / 2;
  };
  return {
    insert: scroll,
    postpatch: (/** @type {any} */ _, /** @type {import('./ui.js').VNode} */ next) => scroll(next),
  };
}
