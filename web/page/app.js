// The page: it has the state, draws it, and leads what happens to the part that it
// belongs to.

import { Analysis } from './analysis.js';
import { aborted } from './api.js';
import { begin } from './begin.js';
import { Changes } from './changes.js';
import { pauseClock, startClock } from './clock.js';
import { Chapters } from './chapters.js';
import { Classroom } from './classroom.js';
import { Comparison } from './compare.js';
import { Course } from './course.js';
import { Drawing } from './drawing.js';
import { Editor } from './editor.js';
import { openHandedOver } from './files.js';
import { board } from './first.js';
import { Following } from './following.js';
import { ready } from './language.js';
import { followScreen } from './layout.js';
import { listen } from './listen.js';
import { applySettings, cellLabel, drawName, followSystem } from './looks.js';
import { menu } from './menu.js';
import { places } from './mode.js';
import { learnOffers } from './offers.js';
import { Openings } from './openings.js';
import { Playing, Studying } from './playing.js';
import { learn, learnNames, remark } from './positions.js';
import { Puzzles } from './puzzles.js';
import { Retry } from './retry.js';
import { Rivals } from './rivals.js';
import { Room } from './room.js';
import { Review } from './review.js';
import { changeSettings } from './settings.js';
import { play as playSound } from './sound.js';
import { State } from './state.js';
import { explain } from './status.js';
import { lasting } from './storage.js';
import { games, keep, loadSettings, saveDoing, worthListing } from './store.js';
import { surface } from './surface.js';
import { sentences, t } from './texts.js';
import { byId, part, show, toBoard, useLetters, withFocus } from './ui.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./game.js').Node} Node */
/** @typedef {import('./mode.js').Mode} Mode */

/** What a place shows that a mode leaves empty. */
const empty = part({});
const hidden = part({ hidden: true });
/** The places that take room though they are empty. */
const hides = ['cheer', 'bar', 'chapters', 'review'];

export class App {
  constructor() {
    this.state = new State(loadSettings());
    /** @type {import('./api.js').Offers} what the server has to offer */
    this.offers = { threads: 1, hash: 1, rules: [], notations: [], formats: [], collections: [], levels: 0 };
    /** settled once that is known */
    this.offered = Promise.resolve();
    const mode = () => this.state.mode;
    this.board = board;
    board.callbacks = {
      move: (move) => mode().move(move),
      label: (square, piece) => cellLabel(this.board, square, piece, this.state.notation),
      illegal: (from, to) => mode().refuse(from, to),
      chosen: () => this.forgive(),
      pick: (square) => mode().pick(square),
    };
    this.drawing = new Drawing(this);
    this.changes = new Changes(this);
    this.chapters = new Chapters(this);
    this.rivals = new Rivals(this);
    this.analysis = new Analysis(this);
    this.comparison = new Comparison(this);
    this.openings = new Openings(this);
    this.playing = new Playing(this);
    this.studying = new Studying(this);
    this.review = new Review(this);
    this.retry = new Retry(this);
    this.editor = new Editor(this);
    this.puzzles = new Puzzles(this);
    this.course = new Course(this);
    this.classroom = new Classroom(this);
    this.following = new Following(this);
    this.room = new Room(this);
    /** whether this browser has neither a game worth listing nor a lesson begun */
    this.newcomer = !this.course.progress.at && !games().some(({ saved }) => worthListing(saved));
    this.state.mode = this.playing;
    drawName();
    useLetters(this.state.settings.letters);
    applySettings(this);
    listen(this);
    followScreen(this);
    followSystem(this);
  }

  /** Learns what the server has to offer, and opens a game. */
  async begin() {
    await learnOffers(this);
    const { search } = location;
    await begin(this);
    openHandedOver(this, search);
    if (!lasting) remark(this, sentences(this.state.notice, t('notKept')));
  }

  // Games

  /**
   * Shows a game.
   * @param {Game} game @param {{ notice?: string, flipped?: boolean }} [how] what there is to say about the
   *   game, and whether Black is at the bottom, else as the game has it
   */
  open(game, { notice = '', flipped = game.blackBelow } = {}) {
    const { state, board } = this;
    this.interrupt();
    this.changes.opened();
    this.chapters.opened(game);
    this.review.reset();
    this.comparison.reset();
    state.game = game;
    this.enter(this.home);
    this.remember();
    state.notice = notice;
    state.unopened = null;
    game.flipped = flipped;
    state.flipped = flipped;
    board.flipped = flipped;
    board.clear();
    board.restyle();
    this.goTo(game.current, true);
    learnNames(this);
  }

  /** Makes a node the current one. @param {Node} node @param {boolean} [still] without animation */
  goTo(node, still = false) {
    const { state } = this;
    const { game } = state;
    state.stopThinking();
    this.drawing.now = null;
    state.mode.moved(node);
    if (node !== game.current) {
      state.notice = '';
      state.unopened = null;
      this.changes.offer = null;
    }
    game.current = node;
    if (node !== game.played) game.played = null;
    Object.assign(state, { message: '', failed: null, hint: null, pointed: null, info: node.info });
    this.analysis.follow();
    this.openings.follow();
    this.classroom.shown();
    this.render(still);
    learn(this);
  }

  /** @param {Node | null | undefined} node */
  step(node) {
    if (node) this.goTo(node);
  }

  /** Keeps the game in the browser. */
  keep() {
    if (!this.changes.owner) return; // the page has opened none yet, and the tab's own is to stay
    this.chapters.refresh();
    const before = this.state.stored;
    this.state.stored = keep(this.state.game);
    this.chapters.kept();
    if (this.state.stored !== before) this.update();
  }

  /** Remembers for a reload what the person does. */
  remember() {
    saveDoing(this.state.mode.doing);
  }

  // Modes

  /** The mode that the game has by itself. */
  get home() {
    const { game } = this.state;
    if (game === this.room.game && this.room.seat && game.mode === 'play') return this.room;
    return game.mode === 'play' ? this.playing : this.studying;
  }

  /** @param {Mode} mode */
  enter(mode) {
    const before = this.state.mode;
    if (mode === before) return;
    this.state.mode = mode;
    this.board.editing = mode.picks;
    this.drawing.putAway();
    before.left(mode);
    this.openings.follow(); // which does not look while nothing is analysed
  }

  /** Leaves the puzzles or the editor: play goes on. */
  toGame() {
    this.enter(this.home);
    this.remember();
    this.render(true);
    learn(this);
    toBoard();
  }

  /** Interrupts the game. */
  interrupt() {
    this.state.stopThinking();
    pauseClock(this.state);
  }

  // Faults

  /**
   * Says what went wrong, and offers to try again, together with what else has failed: a game whose engine is not asked
   * again stands still.
   * @param {unknown} e @param {() => void} [again] does so, else the position is asked about
   */
  fail(e, again = this.askAgain) {
    this.report(e);
    this.state.failed = new Set(this.state.failed).add(again);
    this.update();
  }

  askAgain = () => {
    learn(this, { alone: true }); // which may be answered where the engine is not
    learnNames(this);
  };

  tryAgain() {
    const { failed, unopened } = this.state;
    this.forgetFailure();
    this.state.unopened = null;
    failed?.forEach((again) => again());
    unopened?.();
  }

  /** Forgets what went wrong. */
  forgetFailure() {
    if (!this.state.failed) return;
    this.state.failed = null;
    this.state.message = '';
    this.render();
  }

  /** @param {unknown} e */
  report(e) {
    if (!aborted(e)) this.say(this.explain(e));
  }

  /** What to say about an error of a request; another error is thrown again. @param {unknown} e */
  explain(e) {
    return explain(e, this.state.notation);
  }

  /** @param {string} text */
  say(text) {
    this.state.mode.say(text);
  }

  /** Forgets what was said about a move that is not possible. */
  forgive() {
    if (!this.state.refused) return;
    this.state.refused = false;
    this.say('');
  }

  // Settings

  /** Changes settings, and shows the change. @param {Partial<import('./store.js').Settings>} change */
  set(change) {
    return changeSettings(this, change);
  }

  /** @param {'move' | 'capture' | 'check' | 'end' | 'wrong'} kind */
  sound(kind) {
    if (this.state.settings.sound) playSound(kind);
  }

  // Drawing

  /** Draws the whole page. @param {boolean} [still] without animation */
  render(still = false) {
    this.showBoard(still);
    this.showParts();
  }

  /** Draws what changes on an unchanged position: all around the board, and the arrows. */
  update() {
    this.showParts();
    const { board, state } = this;
    if (state.pointed)
      this.showBoard(); // what the line leads to may be another position now
    else {
      const { arrows, drawn } = state.mode.view;
      Object.assign(board.view, { arrows, drawn });
      board.mark();
    }
  }

  /** @param {boolean} [still] as of render */
  showBoard(still = false) {
    const { board, state } = this;
    board.name(t('board'));
    board.flipped = state.flipped;
    board.show({ ...state.mode.view, still: still || document.hidden });
  }

  /** Draws all around the board. */
  showParts() {
    const { parts } = this.state.mode;
    withFocus(() => {
      for (const id of places) show(byId(id), parts[id] ?? (hides.includes(id) ? hidden : empty));
    });
    startClock(this.state);
  }

  /** Draws some of the places. @param {import('./mode.js').Parts} parts */
  fill(parts) {
    for (const [id, content] of Object.entries(parts)) show(byId(id), content);
  }

  drawMenu() {
    show(byId('menu'), menu(this));
  }

  flip() {
    const { state } = this;
    this.turnBoard(!state.flipped);
    if (!this.following.on) {
      state.game.flipped = state.flipped;
      if (state.info) this.keep(); // a link that is not checked yet must not be kept
    }
    this.classroom.shown();
    this.render(true);
  }

  /** @param {boolean} flipped whether Black is below */
  turnBoard(flipped) {
    if (this.state.flipped === flipped) return;
    this.state.flipped = flipped;
    this.board.flipped = flipped;
    this.board.restyle();
  }

  /** Shows where a line leads, or the position itself. @param {import('./state.js').State['pointed']} pointed */
  point(pointed) {
    this.state.pointed = pointed;
    this.showBoard();
  }
}

await ready;
const app = new App();
app.begin();
Object.defineProperty(window, 'chuhe', { value: surface(app) });
