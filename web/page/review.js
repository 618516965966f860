// The review of a whole game: what each move was worth, and the mistakes with the lines
// that were better.

import { arrow } from './analysis.js';
import { aborted, stream } from './api.js';
import { signs, movesPart } from './moves.js';
import { Studying } from './playing.js';
import { learnNames, requestFor } from './positions.js';
import { kinds, percent, why } from './judged.js';
import { reviewPanel } from './reviewpanel.js';
import { noAnswer } from './server.js';
import { situation } from './status.js';
import { sentence, sentences, t } from './texts.js';
import { button, byId, part, toBoard } from './ui.js';
import { saidMove } from './words.js';

/** @typedef {import('./game.js').Node} Node */
/** @typedef {import('./game.js').Side} Side */
/** @typedef {import('./api.js').Judged} Judged */
/** @typedef {import('./lines.js').Line} Line */

/**
 * The review of a main line, which it names so that a review of other moves is known.
 * @typedef {object} Data
 * @property {string} line
 * @property {Judged[]} moves by ply, from 1
 * @property {import('./api.js').Reviewed | null} summary null until it is done
 */

export class Review extends Studying {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    super(app);
    /** @type {AbortController | null} of the review under way */
    this.control = null;
    this.running = false;
    this.wait = 0;
    this.fault = '';
    /** @type {'both' | Side} whose mistakes are listed */
    this.side = 'both';
    this.selected = 0; // ply of a mistake, 0 for no mistake
    this.written = false; // into the game
  }

  /** The review of the main line as it is, null without one. @returns {Data | null} */
  get data() {
    const { game } = this.app.state;
    const d = game.review;
    return d && d.line === game.movesTo(game.root.tip) ? d : null;
  }

  /** Whether the game may be reviewed: not while it is played. */
  get possible() {
    const { game } = this.app.state;
    return game.root.children.length > 0 && (game.mode === 'study' || Boolean(game.result));
  }

  /** The node of a ply of the main line. @param {number} ply @returns {Node} */
  node(ply) {
    const { root } = this.app.state.game;
    return root.tip.line[ply - 1] ?? root;
  }

  /** The node in which a move was chosen. @param {Judged} m @returns {Node} */
  before(m) {
    return this.node(m.ply).parent ?? this.app.state.game.root;
  }

  /** The mistakes of the sides that are looked at, each with a better line. */
  get faults() {
    const all = (this.data?.moves ?? []).filter((m) => m && m.sign && m.sign !== '!');
    return all.filter((m) => m.better && (this.side === 'both' || this.mover(m) === this.side));
  }

  /** @param {Judged} m @returns {Side} */
  mover(m) {
    return this.app.state.game.turn(this.before(m));
  }

  /** The chosen mistake, null without one. @returns {Judged | null} */
  get chosen() {
    return this.data?.moves[this.selected] ?? null;
  }

  /** The chosen mistake while the position before it is on the board, else null. */
  get onBoard() {
    const { chosen } = this;
    return chosen && this.app.state.game.current === this.before(chosen) ? chosen : null;
  }

  // The review

  start() {
    const { app } = this;
    if (!this.possible) return;
    if (app.state.game.mode === 'play') app.playing.study();
    app.state.notice = '';
    this.side = app.state.game.own || 'both';
    this.open();
    byId('review').scrollIntoView({ block: 'nearest' });
  }

  /** Shows the review, and runs it if it is not finished. */
  open() {
    const { app } = this;
    app.enter(this);
    if (this.data?.summary) app.render();
    else this.run();
    app.remember();
  }

  close() {
    const { app } = this;
    app.enter(app.studying);
    app.remember();
    app.state.notice = '';
    app.render();
  }

  left(/** @type {import('./mode.js').Mode} */ next) {
    if (next === this.app.retry) return;
    this.cancel();
    this.selected = 0;
  }

  get doing() {
    const { side, selected, running } = this;
    return { review: { side, selected, running } };
  }

  /** Shows a finished review again, and begins one again that was running. @param {NonNullable<import('./store.js').Doing['review']>} shown */
  resume({ side, selected, running }) {
    if (!this.possible || (!this.data?.summary && !running)) return;
    Object.assign(this, { side, selected });
    this.open();
  }

  /** Forgets what belongs to another game. */
  reset() {
    this.cancel();
    this.selected = 0;
    this.fault = '';
    this.written = false;
  }

  cancel() {
    this.control?.abort();
    this.control = null;
    this.running = false;
    this.wait = 0;
  }

  /** Reviews the game from its end to its start. */
  async run() {
    const { app } = this;
    const { state } = app;
    const { game } = state;
    this.reset();
    const control = new AbortController();
    this.control = control;
    this.running = true;
    const { tip } = game.root;
    /** @type {Data} */
    const data = { line: game.movesTo(tip), moves: [], summary: null };
    game.review = data;
    app.render();
    const line = [game.root, ...tip.line];
    const request = {
      ...requestFor(state, tip),
      nodes: state.settings.reviewNodes,
      result: game.resultText,
    };
    try {
      await stream('review', request, control.signal, (answer) => {
        if (this.control !== control) return;
        this.take(answer, data, line);
      });
    } catch (e) {
      if (aborted(e)) return;
      if (this.control === control) this.fault = app.explain(e);
    }
    if (this.control !== control) return;
    if (!data.summary) this.fault ||= noAnswer(); // the answer broke off
    this.cancel();
    if (data.summary) {
      app.remember(); // what broke off begins again after a reload
      if (this.on && !this.onBoard) app.state.notice = t('reviewDone', { n: this.faults.length });
    }
    game.changed = Date.now();
    learnNames(app);
    app.keep();
    app.render();
  }

  /** Takes a line of the answer. @param {any} answer @param {Data} data @param {Node[]} line by ply */
  take(answer, data, line) {
    this.wait = answer.wait ?? 0;
    if (answer.ply) {
      data.moves[answer.ply] = answer;
      line[answer.ply].eval = answer.score;
    } else if (answer.sides) {
      data.summary = answer;
      line[0].eval = answer.start;
    }
    if (!answer.sides) this.app.update();
  }

  /** Shows the position before a mistake, with the move played and the better one. @param {number} ply */
  select(ply) {
    this.selected = ply;
    this.app.remember();
    this.app.goTo(this.node(ply).parent ?? this.app.state.game.root);
    document.getElementById(`fault-${ply}`)?.closest('li')?.scrollIntoView({ block: 'nearest' });
    toBoard();
  }

  /** Goes to the next mistake, or to the one before. @param {number} by 1 or -1 */
  step(by) {
    const faults = this.faults.map((m) => m.ply);
    if (!faults.length) return;
    const at = this.selected || this.app.state.game.current.ply + (by > 0 ? 0 : 1);
    const next = by > 0 ? faults.find((p) => p > at) : faults.findLast((p) => p < at);
    this.select(next ?? (by > 0 ? faults[0] : faults[faults.length - 1]));
  }

  /** Writes signs, reasons and better lines into the game. */
  write() {
    const { game } = this.app.state;
    this.app.changes.note(t('change-write'));
    for (const m of this.data?.moves ?? []) {
      if (!m?.sign) continue;
      const node = this.node(m.ply);
      if (!node.glyphs.some((g) => g < signs.length)) node.glyphs.push(signs.indexOf(m.sign));
      const reason = why(m);
      if (reason && !node.comment.includes(reason)) node.comment = node.comment ? `${node.comment}\n${reason}` : reason;
      let at = this.before(m);
      for (const move of m.better ?? []) {
        at = game.addAfter(at, move.move);
        at.text ??= move;
      }
    }
    this.written = true;
    game.changed = Date.now();
    this.app.keep();
    this.app.render();
  }

  // Showing

  /** @returns {Record<string, () => void>} */
  get keys() {
    /** @type {Record<string, () => void>} */
    const own = { r: () => this.close(), m: () => this.step(1) };
    if (this.faults.length) own.t = () => this.app.retry.start(this.selected);
    return { ...super.keys, ...own };
  }

  get lines() {
    const { chosen } = this;
    /** @type {Record<string, Line>} */
    const own = {};
    if (chosen?.better) own.better = { from: this.before(chosen), moves: chosen.better };
    if (chosen?.line) own.played = { from: this.before(chosen), moves: chosen.line };
    return { ...this.app.analysis.lines, ...own };
  }

  get ownArrows() {
    const m = this.onBoard;
    if (!m?.line) return null;
    const played = arrow(m.line[0].move, 'bad');
    return m.better ? [played, arrow(m.better[0].move, 'best')] : [played];
  }

  get situation() {
    return situation(this.app.state, this.about);
  }

  /** The mistake on the board in a sentence, '' for no mistake. */
  get about() {
    const m = this.onBoard;
    if (!m) return '';
    const reason = why(m);
    const text = t('aboutMistake', {
      side: t(this.mover(m)),
      move: this.name(m.line?.[0], this.app.state.game.boardAt()),
      sign: t(kinds[m.sign]),
      best: percent(m.best),
      played: percent(m.played),
    });
    return sentences(text, reason && sentence(reason));
  }

  /** What a sentence calls a move. @param {import('./api.js').MoveText | undefined} m @param {string[]} board before it */
  name(m, board) {
    const { state } = this.app;
    const text = m ? saidMove(state, board, m) : '';
    return text && state.settings.words ? t('quoted', { text }) : text;
  }

  get parts() {
    const { data } = this;
    const main = new Set(this.app.state.game.root.tip.line);
    const signOf = (/** @type {Node} */ n) => (main.has(n) && data?.moves[n.ply]?.sign) || '';
    return {
      ...super.parts,
      review: part({ hidden: false }, ...reviewPanel(this)),
      analysis: this.app.analysis.panel({ curve: false }),
      moves: movesPart(this.app, { study: true, signOf }),
    };
  }

  buttons() {
    const some = this.faults.length > 0;
    return [
      this.againButton(),
      button(t('previousMistake'), () => this.step(-1), { id: 'previous-mistake', disabled: !some }),
      button(t('tryAgain'), () => this.app.retry.start(this.selected), {
        id: 'try-again',
        key: 'T',
        disabled: !this.selected || this.running,
      }),
      button(t('nextMistake'), () => this.step(1), { id: 'next-mistake', key: 'M', disabled: !some }),
    ];
  }
}
