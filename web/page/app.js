// The page: it holds the game, asks the server about it, and lets people and the
// engine play.

import { aborted, ask, ServerError, stream } from './api.js';
import { BoardView } from './board.js';
import { Game } from './game.js';
import { character, draw } from './pieces.js';
import { nameOf, other, sideOf, squareOf, startFEN } from './squares.js';
import { heldByPress } from './press.js';
import { addressOf, fromAddress, keep, loadDoing, loadGame, games, loadSettings, saveDoing, saveSettings, tab, wasAnalysing } from './store.js';
import { play as playSound } from './sound.js';
import { gap, languageOf, listed, setLanguage, t, pieceName, playerName, notationText, sidePiece, squareText } from './texts.js';
import { button, byId, el, keepFocus, showNotices } from './ui.js';
import { newGameDialog, settingsDialog, confirmDialog, gamesDialog, helpDialog } from './dialogs.js';
import { renderMoves } from './moves.js';
import { Analysis } from './analysis.js';
import { Review } from './review.js';
import { Editor } from './editor.js';
import { Puzzles } from './puzzles.js';
import { brokenText, fromImport, listenForFiles, openDialog, openGames, shareDialog } from './files.js';

/** @typedef {import('./game.js').Node} Node */
/** @typedef {import('./game.js').Side} Side */
/** @typedef {import('./api.js').Position} Position */

const sides = /** @type {Side[]} */ (['red', 'black']);

/** Codes of what is wrong with a position, and with other requests, for which the page has words. */
const positionFaults = new Set(['kings', 'kingPoint', 'advisorPoint', 'bishopPoint', 'pawnPoint', 'tooMany', 'inCheck', 'facing']);
const requestFaults = new Set(['busy', 'large', 'over', 'body']);

export class App {
  constructor() {
    this.settings = loadSettings();
    setLanguage(this.settings.lang || languageOf(navigator.languages));
    this.game = new Game();
    /** @type {Position | null} of the current node */
    this.info = null;
    /** @type {AbortController | null} of the engine's move or hint */
    this.thinking = null;
    this.waiting = 0; // place in the queue of the engine
    /** @type {{ move: string, text: string } | null} */
    this.hint = null;
    /** @type {{ board: string[], last: string, line?: boolean } | null} what a line under the pointer leads to, or an attempt */
    this.preview = null;
    this.message = '';
    this.notice = ''; // about the game as it was opened, until another position is shown
    this.stored = true; // else the browser had no room for the game
    this.refused = false; // the message is about a move that is not possible
    /** @type {(() => void) | null} asks again what was not answered */
    this.failed = null;
    this.asked = 0; // number of the newest question about a position
    this.flipped = false;
    /** @type {{ side: Side, at: number } | null} whose clock runs since when */
    this.ticking = null;
    this.board = new BoardView(byId('board'), {
      move: (m) => this.userMove(m),
      label: (square, piece) => this.cellLabel(square, piece),
      illegal: (from, to) => this.refuse(from, to),
      chosen: () => this.forgive(),
      pick: (square) => this.editor.pick(square),
    });
    this.analysis = new Analysis(this);
    this.review = new Review(this);
    this.editor = new Editor(this);
    this.puzzles = new Puzzles(this);
    byId('name').prepend(nameDrawn());
    listenForFiles(this);
    const skip = /** @type {HTMLElement} */ (document.querySelector('.skip'));
    skip.addEventListener('click', (e) => {
      e.preventDefault(); // the address has the game
      this.board.focus(this.board.cursor);
    });
    this.applySettings();
    this.buildMenu();
    document.addEventListener('keydown', (e) => this.key(e));
    document.addEventListener('visibilitychange', () => this.visibility());
    document.addEventListener('pointerover', (e) => this.leaveLine(e.target));
    window.addEventListener('hashchange', () => {
      if (location.hash !== addressOf(this.game)) this.openAddress();
    });
    window.addEventListener('pagehide', () => this.visibility(true));
    setInterval(() => this.tick(), 100);
  }

  /** What has the board: the editor, the puzzles, or else the game. @returns {Editor | Puzzles | App} */
  get holder() {
    return this.editor.on ? this.editor : this.puzzles.on ? this.puzzles : this;
  }

  // Beginning

  async begin() {
    if (location.hash === '#opened') {
      history.replaceState(null, '', location.pathname);
      try {
        const opened = await ask('opened', { lang: setLanguage() });
        if (opened) {
          const all = fromImport(opened);
          if (all.length > 1) this.startGame(this.defaultGame()); // behind the question
          openGames(this, all);
          return;
        }
      } catch (e) {
        this.report(e);
      }
    }
    const own = tab.id ? loadGame(tab.id) : null;
    const shared = fromAddress(location.hash);
    if (own && (!shared || (!shared.broken && addressOf(own) === location.hash))) {
      const doing = loadDoing();
      this.open(own, true);
      saveDoing(doing);
      if (doing.editor) this.editor.start(doing.editor);
      else if (doing.puzzle) this.puzzles.start(doing.puzzle);
      else if (doing.review) this.review.resume(doing.review);
      if (wasAnalysing()) this.analysis.restart();
      const { id } = tab;
      if (!(await tab.hold()) && tab.id === id) {
        // A copy of this tab has the game: from here each plays its own.
        tab.fresh();
        this.keep();
      }
      return;
    }
    if (shared) {
      this.openShared(shared);
      return;
    }
    const newest = games()[0];
    const last = newest ? loadGame(newest.id) : null;
    if (last && !last.result) {
      if (!(await tab.take(newest.id))) tab.fresh(); // another tab has it: this one begins with a copy
      this.open(last, true);
    } else this.startGame(this.defaultGame());
  }

  defaultGame() {
    const g = new Game();
    g.players.black.level = this.settings.level;
    g.players.red.level = this.settings.level;
    return g;
  }

  async openAddress() {
    const shared = fromAddress(location.hash);
    if (!shared) return;
    if (!(await this.editor.yields())) {
      history.replaceState(null, '', addressOf(this.game));
      return;
    }
    keepQuietly(this.game);
    this.openShared(shared);
  }

  /** Opens the game of a link. @param {{ game: Game, broken: string }} shared */
  openShared({ game, broken }) {
    tab.fresh();
    this.open(game, true, brokenText(broken));
  }

  /** Asks for the names of all moves, line by line. */
  async learnTexts() {
    try {
      await this.askForTexts();
    } catch (e) {
      this.fail(e);
    }
    if (this.holder === this) renderMoves(this);
  }

  async askForTexts() {
    const { game } = this;
    const leaves = game.nodes.filter((n) => n.parent && !n.children.length);
    let drawn = performance.now();
    for (const leaf of leaves) {
      if (leaf.line.every((n) => n.text)) continue;
      try {
        const info = /** @type {Position} */ (await ask('position', this.request(leaf)));
        if (game !== this.game) return;
        leaf.line.forEach((n, i) => { n.text = info.line[i]; });
        if (this.holder === this && performance.now() - drawn > 1000) {
          renderMoves(this);
          drawn = performance.now();
        }
      } catch (e) {
        if (game !== this.game) return;
        const before = this.cut(leaf, e);
        if (!before) throw e;
        if (!before.children.length) leaves.push(before);
      }
    }
  }

  /**
   * Removes the move of a line that the server refuses, with all that follows it, and says so.
   * @param {Node} node the end of the line @param {unknown} e the answer
   * @returns {Node | null} the move before it, null if the answer is about something else
   */
  cut(node, e) {
    const refused = e instanceof ServerError && e.ply ? node.line[e.ply - 1] : null;
    if (!refused?.parent) return null;
    const { parent } = refused;
    if (parent.children.includes(refused)) { // else it has gone meanwhile
      const here = this.game.current;
      this.game.remove(refused);
      if (this.game.current !== here) this.goTo(this.game.current, true);
      else {
        this.keep();
        this.render(true);
      }
      this.notice = t('moveRefused', { text: /** @type {ServerError} */ (e).message });
      this.renderStatus();
    }
    return parent;
  }

  /** Starts a new game. @param {Game} game */
  startGame(game) {
    tab.fresh();
    const humans = sides.filter((s) => game.players[s].kind === 'human');
    this.flipped = humans.length === 1 && humans[0] === 'black';
    this.open(game, false);
  }

  /**
   * Shows a game.
   * @param {Game} game @param {boolean} orient turns the board to the person's side
   * @param {string} [notice] what there is to say about the game
   */
  open(game, orient, notice = '') {
    this.stopThinking();
    this.pauseClock();
    this.review.reset();
    this.editor.on = false;
    this.puzzles.on = false;
    saveDoing({});
    this.board.editing = false;
    this.game = game;
    this.notice = notice;
    this.hint = null;
    if (orient) this.flipped = game.mode === 'play' && game.players.black.kind === 'human' && game.players.red.kind === 'engine';
    this.board.flipped = this.flipped;
    this.board.view.board = Array(90).fill('');
    this.board.restyle();
    this.goTo(game.current, true);
    this.learnTexts();
  }

  // Moving

  /** Makes a node the current one. @param {Node} node @param {boolean} [still] */
  goTo(node, still = false) {
    this.stopThinking();
    this.review.moved(node);
    const { game } = this;
    if (node !== game.current) this.notice = '';
    game.current = node;
    if (node !== game.played) game.played = null;
    this.message = '';
    this.failed = null;
    this.hint = null;
    this.preview = null;
    this.info = node.info;
    this.analysis.follow();
    this.render(still);
    this.learn();
  }

  /** Asks the server about the current position. */
  async learn() {
    const node = this.game.current;
    const number = ++this.asked;
    // A position that nobody has checked yet, from an address, must not be kept.
    const checked = this.game.start === startFEN || this.game.nodes.some((n) => n.info);
    if (checked) this.keep();
    if (node.info) {
      this.arrived();
      return;
    }
    try {
      const info = /** @type {Position} */ (await ask('position', this.request(node)));
      node.info = info;
      node.line.forEach((n, i) => { n.text = info.line[i]; });
      if (number !== this.asked) return;
      this.info = info;
      this.message = '';
      if (!checked) this.keep();
      this.arrived();
    } catch (e) {
      if (number !== this.asked) return;
      // Of a line that cannot be played the part is shown that can.
      if (!this.cut(node, e)) this.fail(e);
    }
  }

  /** All is known about the current position: play goes on. */
  arrived() {
    const { game, info } = this;
    if (!info || this.holder !== this) return;
    this.render();
    this.analysis.follow();
    if (game.mode !== 'play' || game.result || !this.live) return;
    if (info.end) this.finish(info.end.winner, info.end.kind, info.end.text);
    else if (game.players[this.turn].kind === 'engine') this.engineMove();
  }

  /** Says what went wrong, and offers to try again. @param {unknown} e @param {() => void} [again] does so, else the position is asked about */
  fail(e, again = () => this.askAgain()) {
    this.report(e);
    this.failed = again;
    if (this.holder === this) this.renderControls();
  }

  askAgain() {
    this.learn();
    this.learnTexts();
  }

  tryAgain() {
    const { failed } = this;
    this.forgetFailure();
    failed?.();
  }

  /** Forgets what went wrong. */
  forgetFailure() {
    if (!this.failed) return;
    this.failed = null;
    this.message = '';
    this.render();
  }

  /** Offers to ask again what was not answered, else null. */
  get againButton() {
    return this.failed ? button(t('askAgain'), () => this.tryAgain(), { id: 'ask-again', class: 'main' }) : null;
  }

  /** @param {Node} node */
  request(node) {
    return { start: this.game.start, moves: this.game.movesTo(node), rules: this.game.rules, limit: this.game.limit, lang: setLanguage() };
  }

  /** @returns {Side} */
  get turn() {
    return this.game.turn();
  }

  /** Whether the game goes on here: at its end, where moves were taken back, or at one of those that was played again. */
  get live() {
    const { current, played } = this.game;
    return !current.children.length || current === played;
  }

  /** Plays a line of the analysis. @param {Node} from @param {import('./api.js').MoveText[]} moves */
  playLine(from, moves) {
    const { preview } = this;
    this.preview = null; // while it is shown it is nobody's turn
    if (this.game.mode === 'play') {
      if (from !== this.game.current) return; // the game has gone on since the line was drawn
      if (this.humanTurn) this.playMove(moves[0].move);
      else this.preview = preview;
      return;
    }
    let node = from;
    for (const m of moves) {
      this.game.current = node;
      node = this.game.add(m.move, false);
      node.text ??= m;
    }
    this.sound('move');
    this.game.changed = Date.now();
    this.goTo(node);
  }

  showPreview() {
    this.renderBoard();
  }

  /**
   * Ends what a line showed once the pointer is elsewhere. The line itself does not
   * notice when it was replaced or removed meanwhile.
   * @param {EventTarget | null} to
   */
  leaveLine(to) {
    const stays = (/** @type {any} */ e) => e instanceof Element && Boolean(e.closest('.pv'));
    if (!this.preview?.line || stays(to) || stays(document.activeElement)) return;
    this.preview = null;
    this.showPreview();
  }

  /** The arrows of the moment. @returns {import('./board.js').Arrow[]} */
  get arrows() {
    const arrow = (/** @type {string} */ m, /** @type {any} */ kind) => ({ from: squareOf(m), to: squareOf(m.slice(2)), kind });
    if (this.preview) return [];
    if (this.hint) return [arrow(this.hint.move, 'hint')];
    const reviewed = this.review.arrows;
    if (reviewed) return reviewed;
    const { on, data, node } = this.analysis;
    if (!on || !data || node !== this.game.current) return [];
    return [...new Set(data.lines.map((l) => l.moves[0].move))].slice(0, 2).map((m, i) => arrow(m, i ? 'second' : 'best')).reverse();
  }

  showArrows() {
    this.board.view.arrows = this.arrows;
    this.board.mark();
  }

  /** Whether a person may move now. */
  get humanTurn() {
    const { game, info } = this;
    if (!info || this.preview) return false;
    if (this.review.retry) return this.review.asking;
    if (game.mode === 'study') return true;
    return !game.result && game.players[this.turn].kind === 'human';
  }

  /** @param {string} move */
  userMove(move) {
    if (this.puzzles.on) {
      this.puzzles.attempt(move);
      return;
    }
    if (!this.humanTurn || !this.info?.legal.includes(move)) return;
    if (this.review.retry) this.review.attempt(move);
    else this.playMove(move);
  }

  /**
   * Says why a press on the board does nothing: the chosen piece does not go there, or,
   * without one, the piece there does not move.
   * @param {number} from the square of the chosen piece, -1 without one @param {number} to
   */
  refuse(from, to) {
    const { holder } = this;
    if (holder instanceof Editor) return;
    const { info } = holder;
    const { board, legal } = this.board.view;
    const piece = board[from >= 0 ? from : to];
    if (!info || !legal?.length || !piece) return;
    const side = holder.turn;
    const name = pieceName(piece);
    let text = t('refuseMove', { piece: name, how: t(`how-${piece.toUpperCase()}`) });
    if (sideOf(piece) !== side) text = t('refuseOther', { side: t(side) });
    else if (info.check) text = t('inCheck', { side: t(side) });
    else if (from < 0) text = t('refuseStuck', { piece: name });
    if (from >= 0) this.sound('wrong');
    this.refused = true;
    holder.say(text);
  }

  /** Forgets what was said about a move that is not possible. */
  forgive() {
    if (!this.refused) return;
    this.refused = false;
    this.holder.say('');
  }

  /** Says something until another position is shown. @param {string} text */
  say(text) {
    this.message = text;
    this.renderStatus();
  }

  /** Plays a move that is legal. @param {string} move */
  playMove(move) {
    const { game } = this;
    this.stopThinking();
    this.stopClock(this.turn);
    const capture = Boolean(game.boardAt()[squareOf(move.slice(2))]);
    const node = game.add(move, game.mode === 'play');
    if (game.clock) node.clock = [game.clock.red, game.clock.black];
    this.sound(capture ? 'capture' : 'move');
    game.played = node;
    game.changed = Date.now();
    this.goTo(node);
  }

  /** Lets the engine move for the side to move. */
  async engineMove() {
    const { game } = this;
    const node = game.current;
    const side = this.turn;
    const begin = performance.now();
    const clock = game.clock;
    /** @type {import('./api.js').Answer | null} */
    const answer = await this.think({
      ...this.request(node), purpose: 'move', level: game.players[side].level, seed: game.seed,
      clock: clock ? Math.max(1, Math.round(this.timeLeft(side))) : 0, increment: clock?.increment ?? 0,
    });
    if (!answer) return;
    const wait = this.pauseFor(game.players[side].level, node) - (performance.now() - begin);
    if (wait > 0) {
      const pause = new AbortController();
      this.thinking = pause;
      this.renderStatus();
      await new Promise((r) => setTimeout(r, wait));
      if (pause.signal.aborted) return;
      this.thinking = null;
    }
    if (game !== this.game || game.current !== node || game.result) return;
    this.playMove(answer.text.move);
  }

  /** How long a person would look at the board, in ms. @param {number} level @param {Node} node */
  pauseFor(level, node) {
    if (!this.settings.pause) return 0;
    const quick = node.text?.capture ? 0.7 : 1;
    const both = this.game.players[this.turn].kind === this.game.players[other(this.turn)].kind;
    return both ? 500 : quick * (level < 8 ? 500 + 600 * Math.random() : 250);
  }

  /**
   * Asks the engine, and shows that it thinks. Null if that was given up.
   * @param {{ purpose: string, [more: string]: unknown }} request @param {() => void} [again] as of fail
   * @returns {Promise<import('./api.js').Answer | null>}
   */
  async think(request, again) {
    this.stopThinking();
    this.forgetFailure();
    this.message = '';
    this.notice = '';
    const control = new AbortController();
    this.thinking = control;
    this.waiting = 0;
    this.renderStatus();
    /** @type {any} */
    let answer = null;
    try {
      await stream('move', request, control.signal, (line) => {
        if (line.wait) {
          this.waiting = line.wait;
          this.renderStatus();
        } else answer = line;
      });
      if (!answer) throw new TypeError('no answer');
    } catch (e) {
      if (aborted(e) || this.thinking !== control) return null;
      this.thinking = null;
      this.fail(e, again);
      return null;
    }
    if (this.thinking !== control) return null;
    this.thinking = null;
    this.renderStatus();
    return answer;
  }

  stopThinking() {
    this.thinking?.abort();
    this.thinking = null;
    this.waiting = 0;
  }

  /** Where a person last had to move, null if nowhere. */
  get before() {
    const { game } = this;
    let node = game.current.parent;
    while (node && game.mode === 'play' && game.players[game.turn(node)].kind === 'engine') node = node.parent;
    return node;
  }

  /** Takes back to where a person last had to move, with the time that was left then. */
  takeBack() {
    const { game, before } = this;
    if (!before) return;
    if (game.mode === 'play') {
      game.result = null;
      this.pauseClock();
      const { clock } = game;
      const left = before.parent ? before.clock : clock && [clock.base, clock.base];
      if (clock && left) [clock.red, clock.black] = left;
    }
    game.changed = Date.now();
    game.played = before; // the game goes on here, without the moves taken back
    this.goTo(before);
  }

  /** @param {Node | null | undefined} node */
  step(node) {
    if (node) this.goTo(node);
  }

  /** Shows the engine's advice. */
  async advise() {
    if (!this.info?.legal.length || this.thinking) return;
    const node = this.game.current;
    const answer = await this.think({ ...this.request(node), purpose: 'hint' }, () => this.advise());
    if (!answer || this.game.current !== node) return;
    this.hint = { move: answer.text.move, text: notationText(answer.text, this.notation) };
    this.render();
  }

  // Ending

  /** @param {Side | 'draw'} winner @param {string} reason @param {string} text */
  finish(winner, reason, text) {
    const { game } = this;
    this.stopThinking();
    this.pauseClock();
    if (this.live) {
      // Moves that were taken back do not belong to the game that has ended.
      for (const back of [...game.current.children]) game.remove(back);
      game.promote(game.current);
    }
    game.result = { winner, reason, text, ply: game.root.tip.ply };
    this.message = this.notice = ''; // such as the answer to an offer
    game.changed = Date.now();
    this.keep();
    this.sound('end');
    if (game.current === game.root.tip) this.render();
    else this.goTo(game.root.tip); // somebody was looking at an earlier move
  }

  async resign() {
    const { game } = this;
    const side = game.players[this.turn].kind === 'human' ? this.turn : other(this.turn);
    if (!(await confirmDialog(t('resignSure', { side: t(side) }), t('resign')))) return;
    if (!game.result && game === this.game) this.finish(other(side), 'resign', '');
  }

  async offerDraw() {
    const { game } = this;
    const opponent = other(this.turn);
    if (game.players[opponent].kind === 'human') {
      const agreed = await confirmDialog(t('drawSure', { side: t(opponent) }), t('acceptDraw'));
      if (agreed && !game.result && game === this.game) this.finish('draw', 'agreed', '');
      return;
    }
    const node = game.current;
    const answer = await this.think({ ...this.request(node), purpose: 'offer' }, () => this.offerDraw());
    if (!answer || game.current !== node || game.result) return;
    if (answer.accept) this.finish('draw', 'agreed', '');
    else this.say(t('drawDeclined'));
  }

  // Clocks

  /** The clock that should run; while the program does not answer nobody can move. @returns {Side | null} */
  get running() {
    const { game } = this;
    if (!game.clock || game.mode !== 'play' || game.result || !this.live || this.failed || this.holder !== this) return null;
    return game.current.ply === 0 && !game.root.children.length && game.players[this.turn].kind === 'human' ? null : this.turn;
  }

  /** @param {Side} side */
  timeLeft(side) {
    const { clock } = this.game;
    if (!clock) return Infinity;
    const since = this.ticking?.side === side ? performance.now() - this.ticking.at : 0;
    return clock[side] - since;
  }

  startClock() {
    const side = this.running;
    if (side && this.ticking?.side === side) return;
    this.pauseClock();
    if (side) this.ticking = { side, at: performance.now() };
  }

  /** Stops the clock. The time that has run counts. */
  pauseClock() {
    const { clock } = this.game;
    if (clock && this.ticking) clock[this.ticking.side] = Math.max(0, this.timeLeft(this.ticking.side));
    this.ticking = null;
  }

  /** Ends the turn of a side. @param {Side} side */
  stopClock(side) {
    const { clock } = this.game;
    if (!clock) return;
    const ran = this.ticking?.side === side;
    this.pauseClock();
    if (ran) clock[side] += clock.increment;
  }

  tick() {
    const { game } = this;
    if (!game.clock) return;
    this.startClock();
    for (const side of sides) {
      const left = Math.max(0, this.timeLeft(side));
      const e = document.querySelector(`.clock.${side}`);
      if (e) {
        const s = Math.ceil(left / 1000);
        const text = left < 10000 ? (left / 1000).toFixed(1) : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
        if (e.textContent !== text) e.textContent = text;
        e.classList.toggle('low', left < 20000);
      }
      if (left <= 0 && this.running === side) {
        this.finish(other(side), 'time', '');
      }
    }
  }

  /** Keeps the game of a page that may not be seen again. @param {boolean} [leaving] */
  visibility(leaving = document.hidden) {
    if (!leaving) return;
    this.pauseClock();
    this.startClock();
    this.keep();
  }

  // Showing

  get notation() {
    return this.settings.notation || (setLanguage() === 'en' ? 'wxf' : 'zh');
  }

  applySettings() {
    const s = this.settings;
    const lang = setLanguage(s.lang || languageOf(navigator.languages));
    document.documentElement.lang = lang;
    const dark = s.theme ? s.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    document.documentElement.dataset.theme = dark ? 'dark' : 'wood';
    document.documentElement.classList.toggle('no-motion', !s.motion);
    this.board.theme = dark ? 'dark' : 'wood';
    this.board.set = /** @type {any} */ (s.pieces || (lang === 'en' ? 'pictures' : lang === 'zh-Hans' ? 'simplified' : 'traditional'));
    this.board.coordinates = /** @type {any} */ (s.coordinates || this.notation);
    document.querySelectorAll('[data-t]').forEach((e) => { e.textContent = t(/** @type {HTMLElement} */ (e).dataset.t ?? ''); });
  }

  /** Plays on by other rules. @param {{ rules?: string, limit?: number | null }} change */
  setRules(change) {
    Object.assign(this.game, change);
    this.forgetInfos();
    this.analysis.again();
    this.render(true);
  }

  /** Asks the server again about the positions: what it said does not hold any more. */
  forgetInfos() {
    for (const n of this.game.nodes) n.info = null;
    this.learn();
  }

  /** Changes settings, and shows the change. @param {Partial<import('./store.js').Settings>} change */
  set(change) {
    Object.assign(this.settings, change);
    saveSettings(this.settings);
    const before = setLanguage();
    this.applySettings();
    this.board.restyle();
    this.buildMenu();
    if (before !== setLanguage()) {
      // The server's texts are in the old language.
      this.forgetInfos();
    }
    this.render(true);
  }

  buildMenu() {
    byId('menu').replaceChildren(
      button(t('newGame'), () => newGameDialog(this), { icon: '✚', key: 'N', short: t('newShort'), id: 'new-game' }),
      button(t('open'), () => openDialog(this), { icon: '⤓', key: 'O', id: 'open' }),
      button(t('edit'), () => { if (!this.editor.on) this.editor.start(); }, { icon: '✎', id: 'edit' }),
      button(t('puzzles'), () => this.startPuzzles(), { icon: '★', key: 'P', id: 'puzzles' }),
      button(t('share'), () => shareDialog(this), { icon: '⤴', id: 'share' }),
      button(t('games'), () => gamesDialog(this), { icon: '☰', short: t('gamesShort'), id: 'games' }),
      button(t('settings'), () => settingsDialog(this), { icon: '⚙', id: 'settings' }),
      button(t('help'), () => helpDialog(), { icon: '?', key: '?', id: 'help' }),
    );
  }

  /** @param {boolean} [still] */
  render(still = false) {
    const { holder } = this;
    if (holder !== this) {
      holder.render();
      return;
    }
    if (heldByPress(this, () => this.render(still))) return;
    this.renderBoard(still);
    this.renderPlayers();
    this.renderStatus();
    this.renderNotices();
    this.renderControls();
    if (!this.preview) {
      renderMoves(this);
      this.analysis.render();
      this.review.render();
    }
    this.startClock();
  }

  /** @param {boolean} [still] */
  renderBoard(still = false) {
    const { game, info } = this;
    const node = game.current;
    const board = this.preview?.board ?? game.boardAt();
    const marks = Object.entries(info?.marks ?? {});
    this.board.name(t('board'));
    this.board.flipped = this.flipped;
    this.board.show({
      board, still: still || document.hidden,
      last: this.preview?.last ?? (node.move || undefined),
      check: info?.check && !this.preview ? squareOf(info.check) : undefined,
      legal: this.humanTurn ? info?.legal : undefined,
      loses: new Set(marks.filter(([, e]) => e.winner === other(this.turn)).map(([m]) => m)),
      draws: new Set(marks.filter(([, e]) => e.winner === 'draw').map(([m]) => m)),
      arrows: this.arrows,
      hinted: this.review.hinted,
    });
  }

  renderPlayers() {
    if (heldByPress('players', () => { if (!this.puzzles.on) this.renderPlayers(); })) return;
    const { game } = this;
    const below = this.flipped ? 'black' : 'red';
    for (const [place, side] of /** @type {[string, Side][]} */ ([['above', other(below)], ['below', below]])) {
      const p = game.players[side];
      const name = game.names[side] || (game.mode === 'study' ? '' : playerName(p));
      byId(place).replaceChildren(...[
        el('span', { class: `disc ${side}` }), el('strong', {}, t(side)), el('span', { class: 'who' }, name),
        this.thinking && game.mode === 'play' && this.turn === side && p.kind === 'engine' ? el('span', { class: 'dots', 'aria-hidden': 'true' }, '…') : null,
        this.turn === side ? this.warning() : null,
        game.clock && game.mode === 'play' ? el('span', { class: `clock ${side}`, role: 'timer' }) : null,
      ].filter((e) => e !== null));
      byId(place).classList.toggle('to-move', this.turn === side && !game.result);
    }
  }

  /** That a position repeats, for screens on which the notice about it is below the fold. */
  warning() {
    const repeat = this.foretold?.repeat;
    if (!repeat) return null;
    const kind = repeat.end.winner === 'draw' ? 'draw' : 'danger';
    return el('button', { type: 'button', class: `warning ${kind}`, onclick: () => byId('notices').scrollIntoView({ block: 'center' }) },
      `⚠ ${t('repetition', { count: repeat.count, needed: repeat.needed })}`);
  }

  /** What is known of the position while the rules have something to foretell, else null. */
  get foretold() {
    const { info, game } = this;
    return info && !info.end && !this.editor.on && !(game.mode === 'play' && game.result) ? info : null;
  }

  /** Whether the end of the game is on the board. */
  get ended() {
    return this.game.current === this.game.end;
  }

  /** What there is to say about the position, in a sentence. */
  statusText() {
    const { game, info } = this;
    if (this.message || this.notice) return this.message || this.notice;
    if (this.review.retry) return this.review.statusText();
    if (this.waiting) return t('waiting', { place: this.waiting });
    if (game.result && this.ended) {
      const { winner, reason, text } = game.result;
      // In the language of the page, once the server has said it.
      if (text) return this.verdict(winner, info?.end?.winner === winner ? info.end.text : text);
      const head = winner === 'draw' ? t('drawn') : t('wins', { side: t(winner) });
      return reason ? `${head}${gap()}${t(`by-${reason}`, { side: t(winner === 'draw' ? 'red' : other(winner)) })}` : head; // a file gives no reason
    }
    if (info?.end) return this.verdict(info.end.winner, info.end.text);
    const mistake = this.review.about;
    if (mistake) return mistake;
    if (this.hint) return t('hintIs', { move: this.hint.text });
    const side = t(this.turn);
    if (this.thinking) return game.players[this.turn].kind === 'engine' && game.mode === 'play' ? t('thinking', { side }) : t('looking');
    const last = game.current.text;
    const before = last ? t('lastMove', { side: t(other(this.turn)), move: notationText(last, this.notation) }) + gap() : '';
    return before + (info?.check ? t('inCheck', { side }) : t('toMove', { side }));
  }

  /** How a game ended. @param {Side | 'draw'} winner @param {string} text the verdict of the server */
  verdict(winner, text) {
    // The verdict on a draw begins with that word itself.
    return winner === 'draw' ? this.sentence(text) : `${t('wins', { side: t(winner) })}${gap()}${this.sentence(text)}`;
  }

  /** A verdict of the server as a sentence. @param {string} text */
  sentence(text) {
    const s = text.charAt(0).toUpperCase() + text.slice(1);
    return setLanguage() === 'en' ? `${s}.` : `${s}。`;
  }

  /** A move that the server has named, in the notation of the page. @param {Position} info @param {string} move */
  moveText(info, move) {
    return notationText(info.texts[move], this.notation);
  }

  renderStatus() {
    if (this.holder !== this) return;
    const text = this.statusText();
    const e = byId('status');
    if (e.textContent !== text) e.textContent = text;
    const { ended } = this;
    e.classList.toggle('ended', ended);
    e.classList.toggle('check', Boolean(this.info?.check) && !ended);
    this.renderPlayers();
  }

  /** Explains what the rules will say before they do, and warns of a game that is not kept. */
  renderNotices() {
    const info = this.foretold;
    /** @type {HTMLElement[]} */
    const all = [];
    const add = (/** @type {string} */ text, /** @type {string} */ kind) => all.push(el('p', { class: `notice ${kind}` }, text));
    if (!this.stored) add(t('noRoom'), 'danger');
    if (info) {
      if (info.repeat) {
        const { count, needed, end } = info.repeat;
        const then = end.winner === 'draw' ? t('wouldDraw') : t('wouldLose', { side: t(other(end.winner)) });
        add(t('repeated', { count, needed, then, text: this.sentence(end.text) }), end.winner === 'draw' ? 'draw' : 'danger');
      }
      const losing = Object.entries(info.marks).filter(([, e]) => e.winner === other(this.turn));
      if (losing.length && this.humanTurn) add(t('losingMoves', { moves: listed(losing.map(([m]) => this.moveText(info, m))), text: this.sentence(losing[0][1].text) }), 'danger');
      if (info.limit && info.limit - info.quiet <= 20) add(t('quiet', { plies: info.quiet, limit: info.limit, left: info.limit - info.quiet }), 'draw');
    }
    showNotices(all);
  }

  renderControls() {
    if (heldByPress('controls', () => { if (this.holder === this) this.renderControls(); })) return;
    const { game } = this;
    const node = game.current;
    const tip = !node.children.length;
    const refocus = keepFocus();
    if (this.review.retry) this.review.renderControls();
    else byId('controls').replaceChildren(
      el('div', { class: 'row steps' },
        button(t('first'), () => this.step(game.root), { icon: '«', id: 'first', key: 'Home', disabled: !node.parent }),
        button(t('back'), () => this.step(node.parent), { icon: '◀', id: 'back', key: '←', disabled: !node.parent }),
        button(t('forward'), () => this.step(node.children[0]), { icon: '▶', id: 'forward', key: '→', disabled: tip }),
        button(t('last'), () => this.step(node.tip), { icon: '»', id: 'last', key: 'End', disabled: tip }),
        button(t('flip'), () => this.flip(), { icon: '⇅', id: 'flip', key: 'F' })),
      this.review.on ? this.review.controls() : this.playControls(),
    );
    refocus();
  }

  /** The buttons to play with. */
  playControls() {
    const { game, info } = this;
    const node = game.current;
    const playing = game.mode === 'play' && !game.result;
    const humans = sides.some((s) => game.players[s].kind === 'human');
    return el('div', { class: 'row' },
      game.mode === 'play' ? button(t('takeBack'), () => this.takeBack(), { id: 'take-back', key: 'U', disabled: !this.before }) : null,
      this.againButton,
      button(t('hint'), () => this.advise(), { id: 'hint', key: 'H', disabled: !info?.legal.length || !this.humanTurn }),
      playing && humans ? button(t('offerDraw'), () => this.offerDraw(), { id: 'draw', disabled: !this.humanTurn || !this.live || !node.parent }) : null,
      playing && humans ? button(t('resign'), () => this.resign(), { id: 'resign', disabled: !node.parent }) : null,
      playing && !this.live && game.players[this.turn].kind === 'engine' ? button(t('engineGo'), () => this.engineMove(), { id: 'engine-go' }) : null,
      game.mode === 'study' ? button(t('playHere'), () => newGameDialog(this, info?.fen), { id: 'play-here', disabled: !info?.legal.length }) : null,
      game.result && game.mode === 'play' ? button(t('again'), () => newGameDialog(this), { id: 'again', class: 'main' }) : null,
      game.mode === 'play' && this.review.possible ? button(t('reviewGame'), () => this.review.start(), { id: 'review-game', key: 'R' }) : null,
      game.result && game.mode === 'play' ? button(t('study'), () => { this.study(); this.render(); }, { id: 'study' }) : null);
  }

  /** Makes a game that has ended one to study. */
  study() {
    const { game } = this;
    if (game.mode === 'study') return;
    const people = sides.filter((side) => game.players[side].kind === 'human');
    game.own = people.length === 1 ? people[0] : '';
    for (const side of sides) game.names[side] ||= playerName(game.players[side]);
    game.mode = 'study';
    this.keep();
  }

  keep() {
    const before = this.stored;
    this.stored = keep(this.game);
    if (this.stored !== before && this.holder === this) this.renderNotices();
  }

  async startPuzzles() {
    if (this.editor.on) await this.editor.leave();
    if (this.editor.on) return;
    this.review.close();
    this.puzzles.start();
  }

  flip() {
    this.turnBoard(!this.flipped);
    this.render(true);
  }

  /** @param {boolean} flipped whether Black is below */
  turnBoard(flipped) {
    if (this.flipped === flipped) return;
    this.flipped = flipped;
    this.board.flipped = flipped;
    this.board.restyle();
  }

  /** @param {number} square @param {string} piece */
  cellLabel(square, piece) {
    const name = nameOf(square);
    const what = piece ? t('pieceOn', { square: name, side: t(sideOf(piece)), piece: pieceName(piece) }) : t('emptyOn', { square: name });
    const { chosen, view } = this.board;
    if (square === chosen || square === view.lifted) return t('chosen', { what });
    if (chosen >= 0 && view.legal?.includes(nameOf(chosen) + name)) return t(piece ? 'canTake' : 'canGo', { what });
    return what;
  }

  /** @param {unknown} e */
  report(e) {
    if (!aborted(e)) this.holder.say(this.explain(e));
  }

  /** What to say about an error of a request; another error is thrown again. @param {unknown} e */
  explain(e) {
    if (e instanceof ServerError) {
      if (positionFaults.has(e.code)) {
        return t(`fault-${e.code}`, { square: e.square && squareText(e.square, sideOf(e.piece), this.notation), piece: e.piece && sidePiece(e.piece) });
      }
      return requestFaults.has(e.code) ? t(`error-${e.code}`) : t('serverError', { text: e.message });
    }
    if (e instanceof TypeError) return t('noServer');
    throw e;
  }

  /** @param {'move' | 'capture' | 'end' | 'wrong'} kind */
  sound(kind) {
    if (this.settings.sound) playSound(kind);
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const target = /** @type {HTMLElement} */ (e.target);
    if (e.ctrlKey || e.metaKey || e.altKey || target.closest('input, textarea, select') || document.querySelector('dialog[open]')) return;
    const node = this.game.current;
    const onBoard = Boolean(target.closest('.grid'));
    /** @type {Record<string, () => void>} */
    const actions = {
      n: () => newGameDialog(this), f: () => this.flip(), h: () => this.advise(), a: () => this.analysis.toggle(), o: () => openDialog(this), p: () => this.startPuzzles(), u: () => this.takeBack(), '?': () => helpDialog(),
    };
    /** @type {Record<string, () => void>} */
    const arrows = {
      ArrowLeft: () => this.step(node.parent), ArrowRight: () => this.step(node.children[0]),
      Home: () => this.step(this.game.root), End: () => this.step(node.tip),
    };
    const key = e.key.length > 1 ? e.key : e.key.toLowerCase();
    if (this.editor.on) {
      if (this.editor.key(key)) e.preventDefault();
      return;
    }
    if (this.puzzles.on) {
      const chosen = key === 'Escape' && onBoard && this.board.chosen >= 0;
      if (!chosen && this.puzzles.key(key)) e.preventDefault();
      return;
    }
    if (!(onBoard && e.key.length > 1 && e.key !== 'Escape') && this.review.key(key)) {
      e.preventDefault();
      return;
    }
    const action = actions[e.key.toLowerCase()] ?? (onBoard ? undefined : arrows[e.key]);
    if (!action) return;
    e.preventDefault();
    action();
  }
}

/** The name of the program as outlines, for machines without Chinese fonts. */
function nameDrawn() {
  return draw('svg', { viewBox: '0 0 108 54', 'aria-hidden': 'true' }, [character('楚', 27, 27, 50, 'currentColor'), character('河', 81, 27, 50, 'currentColor')]);
}

/** @param {Game} game */
function keepQuietly(game) {
  const hash = location.hash;
  keep(game);
  history.replaceState(null, '', hash);
}

const app = new App();
app.begin();
Object.defineProperty(window, 'chuhe', { value: app });
