// The opening explorer: which moves the book and many games know in the position on the
// board, how these games ended, and which they are. The games are those of the open list, or
// those of the folder that the program was started with.

import { aborted, ask } from './api.js';
import { entryText } from './chapters.js';
import { fromImport } from './document.js';
import { openGame } from './files.js';
import { lineButtons } from './lines.js';
import { addCounts, findIn, keyOf, mirrored, placesOf, sum } from './passed.js';
import { requestFor } from './positions.js';
import { loadGame, tab } from './store.js';
import { countText, language, sentences, t } from './texts.js';
import { button, choice, el } from './ui.js';

/** @typedef {import('./passed.js').Counts} Counts */
/** @typedef {import('./api.js').MoveText} MoveText */
/** @typedef {import('./ui.js').Child} Child */
/** @typedef {{ number: number, ply: number, mirrored: boolean, red: string, black: string, title: string, date: string, result: string }} OwnGame */

/**
 * What the server knows of a position.
 * @typedef {object} Explored
 * @property {{ move: string, share: number }[]} book
 * @property {Record<string, MoveText>} texts
 * @property {{ reading: boolean, all: number, faults: number, edition: string, counts: Counts, moves: import('./passed.js').Played[], games: OwnGame[] } | null} own
 */

/** @typedef {{ counts: Counts, moves: import('./passed.js').Played[], games: { key: string, text: string, result: string, mirrored: boolean, open: () => void }[] }} Known */
/** @typedef {{ move: string, share: number, counts: Counts, year: number }} Row */

/** How often it looks whether the games of the folder have been read, in ms. */
const lookEvery = 700;

/** How many games of a list are shown until more are wanted. */
const shownGames = 50;

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
    /** which games are shown where there are both: those of the list, or those of the folder */
    this.source = 'list';
    this.most = shownGames;
    /** @type {Map<string, { line: string, places: Map<string, import('./passed.js').Place> }>} of the games of the list, by their ids */
    this.places = new Map();
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
      const names = this.list(node)
        .moves.map(({ move }) => move)
        .join(' ');
      const known = /** @type {Explored} */ (
        await ask('explore', { ...requestFor(app.state, node), names, skip }, control.signal)
      );
      if (skip && known.own) {
        const before = this.known?.own;
        if (known.own.edition !== before?.edition) return this.ask(node); // the numbers begin again
        known.own.games = [...before.games, ...known.own.games];
      }
      this.known = known;
      this.at = node;
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
    if (node === this.node && this.app.openings.on) this.ask(node);
  }

  // The games

  /** The place of each position of the games of the list. */
  get games() {
    const { chapters, state } = this.app;
    const before = this.places;
    this.places = new Map();
    return (chapters.record?.games ?? []).flatMap((entry) => {
      let kept = before.get(entry.id);
      const here = entry.id === tab.id;
      if (here || !kept) {
        const game = here ? state.game : loadGame(entry.id);
        if (!game) return [];
        const line = game.movesTo(game.root.tip);
        if (kept?.line !== line) kept = { line, places: placesOf(game.start, line.split(' ').filter(Boolean)) };
      }
      this.places.set(entry.id, kept);
      return { entry, places: kept.places };
    });
  }

  /** What the games of the list know of a position. @param {import('./game.js').Node} node */
  list(node) {
    const { game } = this.app.state;
    return findIn(this.games, game.boardAt(node), game.turn(node));
  }

  /** Which sources of games there are. @returns {('list' | 'own')[]} */
  get sources() {
    const all = /** @type {('list' | 'own')[]} */ ([]);
    if (this.app.chapters.record) all.push('list');
    if (this.known?.own) all.push('own');
    return all;
  }

  /** What the chosen games know of a position, null without games. @param {import('./game.js').Node} node @returns {Known | null} */
  chosen(node) {
    const { sources } = this;
    const source = sources.find((s) => s === this.source) ?? sources[0];
    const own = this.known?.own;
    if (source === 'own' && own) {
      const games = own.games.map((g) => ({
        key: `own-${g.number}`,
        text: entryText(g),
        result: g.result,
        mirrored: g.mirrored,
        open: () => this.openOwn(g, own.edition),
      }));
      return { counts: own.counts, moves: own.moves, games };
    }
    if (source !== 'list') return null;
    const { counts, moves, found } = this.list(node);
    const games = found.map(({ entry, ply, mirrored: image }) => ({
      key: `list-${entry.id}`,
      text: entryText(entry),
      result: entry.result,
      mirrored: image,
      open: () => this.openListed(entry, ply, image),
    }));
    return { counts, moves, games };
  }

  /** Opens a game of the folder at the position. @param {OwnGame} found @param {string} edition */
  async openOwn({ number, ply, mirrored: image }, edition) {
    const { app } = this;
    try {
      const [{ game, notice }] = fromImport(await ask('game', { number, edition, lang: language() }));
      game.current = [game.root, ...game.root.tip.line][ply] ?? game.root.tip;
      await openGame(app, { game, notice: sentences(notice, image ? t('openingsMirrored') : '') });
    } catch (e) {
      app.report(e);
    }
  }

  /** Opens a game of the list at the position. @param {import('./filestore.js').Entry} entry @param {number} ply @param {boolean} image */
  async openListed(entry, ply, image) {
    const { app } = this;
    await app.chapters.show(entry);
    if (tab.id !== entry.id) return;
    const { root } = app.state.game;
    app.goTo([root, ...root.tip.line][ply] ?? root.tip);
    if (!image) return;
    app.state.notice = t('openingsMirrored');
    app.update();
  }

  // Showing

  /** The moves that are shown, those of the most games first. @param {Known | null} chosen @returns {Row[]} */
  moves(chosen) {
    const { at, known } = this;
    if (!at || !known) return [];
    const { game } = this.app.state;
    const { symmetric } = keyOf(game.boardAt(at), game.turn(at));
    /** @type {Row[]} */
    const rows = (chosen?.moves ?? []).map((played) => ({ ...played, share: 0 }));
    for (const { move, share } of known.book) {
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
      this.moves(this.chosen(at)).map(({ move }, i) => [`opening-${i}`, { from: at, moves: [this.text(move)] }]),
    );
  }

  /** @param {string} move @returns {MoveText} */
  text(move) {
    return this.known?.texts[move] ?? { move, names: {} };
  }

  /** @returns {Child[]} */
  rows() {
    const { at, known } = this;
    if (this.fault) return [el('p', { class: 'fault', key: 'openings-fault', role: 'alert' }, this.fault)];
    if (!at || !known) return [el('p', { class: 'state', key: 'openings-state' }, t('looking'))];
    const chosen = this.chosen(at);
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
    return choice(t('openingsFrom'), 'openings-from', options, this.source, (source) => {
      this.source = source;
      this.app.update();
    });
  }

  /** What there is to say about the games. @param {Known | null} chosen */
  state(chosen) {
    const own = this.known?.own;
    let text = '';
    if (own?.reading) text = t('openingsReading', { n: own.all });
    else if (!chosen) text = t('openingsHow');
    else if (!sum(chosen.counts)) text = t('openingsNone');
    return text && el('p', { class: 'state', key: 'openings-state', role: 'status' }, text);
  }

  /** @param {import('./game.js').Node} at @param {Known | null} chosen */
  table(at, chosen) {
    const rows = this.moves(chosen);
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
            .map(({ key, text, result, mirrored: image, open }) =>
              el(
                'li',
                { key },
                el(
                  'button',
                  { type: 'button', id: `opening-${key}`, onclick: open },
                  el('span', { class: 'title' }, text),
                  image && el('span', { title: t('openingsMirrored'), 'aria-label': t('openingsMirrored') }, '⇋'),
                  el('span', { class: 'result' }, result === '*' ? '' : result),
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
