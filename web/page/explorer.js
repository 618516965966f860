// The opening explorer: which moves the book and many games know in the position on the
// board, how these games ended, and which they are. The games are those of the open list, those
// that the browser keeps outside of lists, or those of the folder that the program was started with.

import { aborted, ask } from './api.js';
import { entryText } from './chapters.js';
import { fromImport } from './document.js';
import { openGames } from './files.js';
import { entryOf } from './filestore.js';
import { lineButtons } from './lines.js';
import { remark, requestFor } from './positions.js';
import { gameIds, gameText, loadGame, tab, worthListing } from './store.js';
import { countText, language, sentences, t } from './texts.js';
import { button, choice, el } from './ui.js';

/** @typedef {import('./api.js').MoveText} MoveText */
/** @typedef {import('./ui.js').Child} Child */
/** @typedef {import('./filestore.js').Entry} Entry */
/** @typedef {[number, number, number, number]} Counts games won by Red, drawn, won by Black, without a result */
/** @typedef {{ move: string, counts: Counts, year: number }} Played year is that of the latest game, 0 if it is not known */
/** @typedef {{ number: number, ply: number, mirrored: boolean, red: string, black: string, title: string, date: string, result: string }} Passed a game that passes the position or its image */
/** @typedef {{ reading: boolean, all: number, faults: number, edition: string, counts: Counts, moves: Played[], games: Passed[] }} Known what games know of a position */
/** @typedef {{ book: { move: string, share: number }[], symmetric: boolean, texts: Record<string, MoveText>, own: Known | null, list: Known }} Explored what the server knows of a position */
/** @typedef {Played & { share: number }} Row */
/** @typedef {'list' | 'own' | 'mine'} Source of games */
/** @typedef {{ text: string | null, line: { start: string, moves: string }, entry: Entry, mine: boolean }} Kept a game as its text in storage has it; mine says that it is in no list */

/** How often it looks whether the games of the folder have been read, in ms. */
const lookEvery = 700;

/** How many games of a list are shown until more are wanted. */
const shownGames = 50;

/** How many games there are. @param {Counts} counts */
const sum = (counts) => counts.reduce((n, more) => n + more, 0);

/** @param {Entry[]} entries */
const ids = (entries) => String(entries.map(({ id }) => id));

/** The mirror image of a move. @param {string} move */
const mirrored = (move) => move.replace(/[a-i]/g, (file) => 'ihgfedcba'['abcdefghi'.indexOf(file)]);

/** The signs of the results in the order of Counts, without the last. */
const outcomes = ['red', 'draw', 'black'];

export class Explorer {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {import('./game.js').Node | null} what was asked about last */
    this.node = null;
    /** @type {import('./game.js').Node | null} what is shown */
    this.at = null;
    /** @type {Explored | null} */
    this.known = null;
    this.fault = '';
    /** @type {AbortController | null} */
    this.control = null;
    this.timer = 0;
    this.language = '';
    /** @type {Source} which games are shown where there are several kinds */
    this.source = 'list';
    this.most = shownGames;
    /** @type {Source[]} the kinds that there are */
    this.sources = [];
    /** @type {Entry[]} the games of the browser that the answer is about */
    this.asked = [];
    /** @type {Map<string, Kept>} the games of the browser, by their ids */
    this.read = new Map();
    /** @type {Row[]} the moves that are shown, those of the most games first */
    this.moves = [];
  }

  /** Asks about the position on the board, unless that is done. */
  follow() {
    const node = this.app.state.game.current;
    if (!this.app.state.mode.analyses) return;
    const done = !this.fault && !this.known?.own?.reading;
    if (node === this.node && language() === this.language && done) return;
    this.node = node;
    this.language = language();
    this.most = shownGames;
    this.fault = '';
    this.ask(node);
  }

  /** @param {import('./game.js').Node} node @param {number} [skip] games that are there already @returns {Promise<void>} */
  async ask(node, skip = 0) {
    const { app } = this;
    this.control?.abort();
    clearTimeout(this.timer);
    const control = new AbortController();
    this.control = control;
    try {
      const mine = gameIds().flatMap((id) => {
        const kept = id === tab.id ? null : this.kept(id);
        return kept?.mine ? kept.entry : [];
      });
      const list = app.chapters.record?.games;
      this.find(mine.length > 0);
      const asked = (this.from === 'list' ? list : this.from === 'mine' ? mine : null) ?? [];
      if (ids(asked) !== ids(this.asked)) skip = 0; // the numbers begin again
      const games = asked.map((entry) => {
        const { red, black, title, date, result } = entry;
        return { ...this.kept(entry.id)?.line, red, black, title, date, result };
      });
      const known = /** @type {Explored} */ (
        await ask('explore', { ...requestFor(app.state, node), games, skip }, control.signal)
      );
      const before = this.chosen;
      Object.assign(this, { asked, known });
      this.find(mine.length > 0);
      const { chosen } = this;
      if (skip && chosen && before) {
        if (chosen.edition !== before.edition) return this.ask(node); // the numbers begin again
        chosen.games = [...before.games, ...chosen.games];
      }
      this.at = node;
      this.moves = this.rowsOf(known);
      this.fault = '';
      if (known.own?.reading) this.timer = window.setTimeout(() => this.again(node), lookEvery);
    } catch (e) {
      if (aborted(e)) return;
      this.known = null;
      this.fault = app.explain(e);
    }
    app.update();
  }

  /** Looks again while the games are being read. @param {import('./game.js').Node} node */
  again(node) {
    const { openings, state } = this.app;
    if (node === this.node && openings.on && state.mode.analyses) this.ask(node);
  }

  // The games

  /** Finds out which sources of games there are. @param {boolean} mine whether the browser has games outside of lists */
  find(mine) {
    const all = { list: this.app.chapters.record, own: this.known?.own, mine };
    this.sources = /** @type {Source[]} */ (Object.entries(all).flatMap(([source, there]) => (there ? source : [])));
  }

  /** The chosen one of them. */
  get from() {
    return this.sources.find((s) => s === this.source) ?? this.sources[0];
  }

  /** A game of the browser, which is read again when it has changed; that on the board as it is there. @param {string} id @returns {Kept | undefined} */
  kept(id) {
    const here = id === tab.id;
    const text = here ? null : gameText(id);
    const before = this.read.get(id);
    if (before && !here && before.text === text) return before;
    const game = here ? this.app.state.game : loadGame(id);
    if (!game) return undefined;
    const line = { start: game.start, moves: game.movesTo(game.root.tip) };
    const kept = { text, line, entry: entryOf(id, game), mine: worthListing(game) };
    this.read.set(id, kept);
    return kept;
  }

  /** What the chosen games know of the position, null without games. */
  get chosen() {
    const { from, known } = this;
    return (from && known && (from === 'own' ? known.own : known.list)) || null;
  }

  /** Opens a game at the position. @param {Passed} found */
  open(found) {
    const entry = this.from === 'own' ? null : this.asked[found.number];
    if (entry) this.openKept(entry, found);
    else this.openOwn(found, this.chosen?.edition ?? '');
  }

  /** Opens a game of the folder at the position. @param {Passed} found @param {string} edition */
  async openOwn({ number, ply, mirrored: image }, edition) {
    const { app } = this;
    try {
      const [{ game, notice }] = fromImport(await ask('game', { number, edition, lang: language() }));
      game.current = [game.root, ...game.root.tip.line][ply] ?? game.root.tip;
      await openGames(app, [{ game, notice: sentences(notice, image ? t('openingsMirrored') : '') }]);
    } catch (e) {
      app.report(e);
    }
  }

  /** Opens a game of the browser at the position. @param {Entry} entry @param {Passed} found */
  async openKept(entry, { ply, mirrored: image }) {
    const { app } = this;
    await app.chapters.show(entry);
    if (tab.id !== entry.id) return;
    const { root } = app.state.game;
    app.goTo([root, ...root.tip.line][ply] ?? root.tip);
    if (image) remark(app, t('openingsMirrored'));
  }

  // Showing

  /** The moves of the book and of the chosen games. @param {Explored} known @returns {Row[]} */
  rowsOf({ book, symmetric }) {
    /** @type {Row[]} */
    const rows = (this.chosen?.moves ?? []).map((played) => ({ ...played, share: 0 }));
    for (const { move, share } of book) {
      const row = rows.find((r) => r.move === move || (symmetric && r.move === mirrored(move)));
      if (row) row.share += share;
      else rows.push({ move, share, counts: [0, 0, 0, 0], year: 0 });
    }
    return rows;
  }

  /** @returns {Record<string, import('./lines.js').Line>} */
  get lines() {
    const { at } = this;
    if (!at) return {};
    return Object.fromEntries(
      this.moves.map(({ move }, i) => [`opening-${i}`, { from: at, moves: [this.text(move)] }]),
    );
  }

  /** @param {string} move @returns {MoveText} */
  text(move) {
    return this.known?.texts[move] ?? { move, names: {} };
  }

  /** @returns {Child[]} */
  rows() {
    const { at, known } = this;
    const again = () => {
      this.follow();
      this.app.update();
    };
    if (this.fault)
      return [
        el('p', { class: 'fault', key: 'openings-fault', role: 'alert' }, this.fault),
        button(t('askAgain'), again, { id: 'openings-again' }),
      ];
    if (!at || !known) return [el('p', { class: 'state', key: 'openings-state' }, t('looking'))];
    const { chosen } = this;
    return [
      el(
        'section',
        { class: 'openings', key: 'openings-found', 'aria-label': t('openings') },
        this.choice(),
        this.state(chosen),
        this.table(at, chosen),
        ...(chosen ? this.gameList(at, chosen) : []),
      ),
    ];
  }

  /** Which games are shown, where there is a choice. */
  choice() {
    const { sources } = this;
    if (sources.length < 2) return null;
    const options = sources.map((s) => /** @type {[string, string]} */ ([s, t(`openings-${s}`)]));
    return choice(t('openingsFrom'), 'openings-from', options, this.from ?? '', (source) => {
      this.source = /** @type {Source} */ (source);
      this.most = shownGames;
      if (this.at) this.ask(this.at);
    });
  }

  /** What there is to say about the games. @param {Known | null} chosen */
  state(chosen) {
    let text = '';
    if (chosen?.reading) text = t('openingsReading', { n: chosen.all });
    else if (!chosen) text = t('openingsHow');
    else if (!sum(chosen.counts)) text = t('openingsNone');
    const parts = text.split(/(-games [\p{L}-]+)/u).map((part, i) => (i % 2 ? el('code', {}, part) : part));
    return text && el('p', { class: 'state', key: 'openings-state', role: 'status' }, ...parts);
  }

  /** @param {import('./game.js').Node} at @param {Known | null} chosen */
  table(at, chosen) {
    const { moves: rows } = this;
    if (!rows.length) return null;
    const column = (/** @type {string} */ text) => el('th', { scope: 'col' }, text);
    const percent = (/** @type {number} */ share) => (share ? `${Math.max(1, Math.round(100 * share))} %` : '');
    const games = (/** @type {Counts} */ counts, /** @type {number} */ year) =>
      chosen
        ? [
            el('td', {}, sum(counts) ? countText(sum(counts)) : ''),
            el('td', { class: 'outcome' }, outcomeBar(counts)),
            el('td', {}, year ? String(year) : ''),
          ]
        : [];
    const row = (/** @type {Row} */ { move, share, counts, year }, /** @type {number} */ i) =>
      el(
        'tr',
        { key: move },
        el('th', { scope: 'row' }, ...lineButtons(this.app, `opening-${i}`, { from: at, moves: [this.text(move)] })),
        el('td', {}, percent(share)),
        ...games(counts, year),
      );
    const all = chosen &&
      sum(chosen.counts) > 0 && [
        el('th', { scope: 'row' }, t('openingsAll')),
        el('td', {}),
        ...games(chosen.counts, 0),
      ];
    return el(
      'table',
      { key: 'openings-table' },
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          column(t('openingsMove')),
          column(t('openingsBook')),
          ...(chosen ? [column(t('openingsGames')), column(t('openingsResults')), column(t('openingsYear'))] : []),
        ),
      ),
      el('tbody', {}, ...rows.map(row), all && el('tr', { key: 'all' }, ...all)),
    );
  }

  /** @param {import('./game.js').Node} at @param {Known} chosen @returns {Child[]} */
  gameList(at, { counts, games }) {
    const more = sum(counts) - Math.min(games.length, this.most);
    const next = () => {
      this.most += shownGames;
      if (games.length < Math.min(this.most, sum(counts))) this.ask(at, games.length);
      else this.app.update();
    };
    return [
      games.length > 0 &&
        el(
          'ol',
          { class: 'chapters', key: 'openings-games', 'aria-label': t('openingsGames') },
          ...games
            .slice(0, this.most)
            .map((game) =>
              el(
                'li',
                { key: `${this.from}-${game.number}` },
                el(
                  'button',
                  { type: 'button', id: `opening-${this.from}-${game.number}`, onclick: () => this.open(game) },
                  el('span', { class: 'title' }, entryText(game)),
                  game.mirrored &&
                    el('span', { title: t('openingsMirrored'), 'aria-label': t('openingsMirrored') }, '⇋'),
                  el('span', { class: 'result' }, game.result === '*' ? '' : game.result),
                ),
              ),
            ),
        ),
      more > 0 && button(t('openingsMore', { n: more }), next, { id: 'openings-more', class: 'small-link' }),
    ];
  }
}

/** How games ended, as a bar. @param {Counts} counts */
function outcomeBar(counts) {
  const decided = sum(counts) - counts[3];
  if (!sum(counts)) return null;
  const name = t('openingsOutcome', { red: counts[0], draw: counts[1], black: counts[2], open: counts[3] });
  return el(
    'span',
    { class: 'outcomes', role: 'img', 'aria-label': name, title: name },
    ...outcomes.map((outcome, i) => {
      const share = Math.round((100 * counts[i]) / decided);
      return (
        counts[i] > 0 && el('span', { class: outcome, style: { flex: counts[i] } }, share >= 15 ? String(share) : '')
      );
    }),
  );
}
