// To play another person through the program: the program passes the moves on, and only
// what it has passed on is on the board.

import { ask, refused } from './api.js';
import { startGame } from './begin.js';
import { confirmDialog } from './dialog.js';
import { gameAfter, listenTo } from './following.js';
import { Playing } from './playing.js';
import { finish, playMove } from './play.js';
import { requestFor } from './positions.js';
import { other, startFEN } from './squares.js';
import { pupilName, roomKey } from './store.js';
import { sentences, t } from './texts.js';
import { button } from './ui.js';

/** @typedef {import('./game.js').Side} Side */
/** @typedef {import('./game.js').Game} Game */
/** @typedef {{ code: string, seat: string, side: Side }} Seat */
/**
 * @typedef {{ start: string, moves: string, rules: string, limit: number | null, side: Side, full: boolean, there: boolean,
 *   name: string, offer: Side | '', end: { winner: Side | 'draw', kind: string } | null }} State
 */

/** Whether the moves of a game go on as those of the room do. @param {Game | null} game @param {State} line */
export function goesOn(game, line) {
  if (!game || game.start !== line.start) return false;
  const known = game.movesTo(game.root.tip);
  return `${line.moves} `.startsWith(known && `${known} `);
}

export class Room extends Playing {
  analyses = false; // no help in a room
  /** @type {Seat | null} */
  seat = null;
  /** @type {Game | null} the game of the room */
  game = null;
  /** @type {State | null} */
  line = null;
  fault = ''; // why nothing is heard from the room
  over = false; // whether nothing more will be, though the game has not ended
  /** @type {AbortController | null} */
  control = null;

  /** Opens a room. @param {Side} side of the person */
  open(side) {
    return this.enter({ ...requestFor(this.app.state), start: startFEN, moves: '', do: 'open', side });
  }

  /** Goes on with the game in a new room, where the person has the same side. */
  async openAgain() {
    const { seat, game, app } = this;
    if (!seat || !game) return;
    const request = { ...requestFor({ game }, game.root.tip), do: 'open', side: seat.side };
    if (!(await this.enter(request))) return;
    this.game = game; // before the first state of the room comes
    game.room = this.seat?.code ?? '';
    app.keep();
    app.remember();
  }

  /** Joins a room. @param {string} typed its number, in any digits @param {(e: unknown) => void} [tell] as of enter */
  join(typed, tell) {
    return this.enter({ do: 'join', code: typed.normalize('NFKC').replace(/\s/g, '') }, tell);
  }

  /**
   * @param {{ do: string, code?: string, [more: string]: unknown }} request @param {(e: unknown) => void} [tell] says why
   *   the person has no seat @returns {Promise<boolean>} whether there is one
   */
  async enter(request, tell = (e) => this.app.report(e)) {
    try {
      this.seat = await ask('room', { ...request, name: pupilName.value, page: roomKey() });
    } catch (e) {
      const { app } = this;
      const { game } = app.state;
      if (refused(e) && game.room === request.code) {
        game.room = ''; // it is there no more
        app.keep();
      }
      tell(e);
      return false;
    }
    this.game = null;
    this.watch();
    return true;
  }

  /** Goes on after a reload with the game of this tab. @param {Seat} seat */
  resume(seat) {
    this.seat = seat;
    this.game = this.app.state.game;
    this.app.enter(this);
    this.app.remember();
    this.watch();
  }

  watch() {
    const { seat, app } = this;
    if (!seat) return;
    this.control?.abort();
    this.control = new AbortController();
    const { code, seat: key } = seat;
    listenTo(
      'watch',
      { code, seat: key },
      this.control,
      (line) => this.take(line),
      (e) => this.end(e),
      (e) => {
        if (this.on) {
          this.fault = app.explain(e);
          app.update();
          return;
        }
        this.left(); // else it would begin later, over what is on the board by then
        this.seat = null;
        app.report(e);
      },
    );
  }

  /** The room is there no more, or not for this page. @param {import('./api.js').ServerError} e */
  end(e) {
    const { app, game } = this;
    this.line = null;
    if (game) game.room = '';
    if (!this.on) {
      this.seat = null;
      app.report(e);
      return;
    }
    this.over = true;
    this.fault = e.code === 'room' ? t('roomOver') : app.explain(e);
    app.keep();
    app.render();
  }

  /** @param {State} line */
  take(line) {
    const { app } = this;
    this.line = line;
    this.over = false;
    this.fault = '';
    if (!this.game || !goesOn(this.game, line)) {
      const game = gameAfter(line.start, line.moves);
      const flipped = line.side === 'black';
      Object.assign(game, { rules: line.rules || game.rules, limit: line.limit, flipped, room: this.seat?.code ?? '' });
      game.players.black = { ...game.players.red };
      this.game = game;
      startGame(app, game);
      app.changes.offer = null; // which would lead out of the room without a question
    } else if (this.on) this.append(line);
    this.game.names[line.side] = pupilName.value || t('roomYou');
    this.game.names[other(line.side)] = line.name || t('roomPartner'); // who may have come just now
    if (!this.on) return;
    if (line.end && !this.game.result) finish(app, line.end.winner, line.end.kind, '');
    app.render();
  }

  /** Plays the moves that are new. @param {State} line */
  append(line) {
    const { game, app } = this;
    if (!game) return;
    const moves = line.moves.split(' ').slice(game.root.tip.ply).filter(Boolean);
    const last = moves.pop();
    if (!last) return;
    if (game.current !== game.root.tip) app.goTo(game.root.tip, true);
    for (const move of moves) game.current = game.add(move, true);
    playMove(app, last);
  }

  left() {
    this.control?.abort();
    this.control = null;
  }

  arrived() {
    super.arrived();
    if (!this.control && this.seat) this.watch(); // back from elsewhere
  }

  get doing() {
    return this.seat ? { room: this.seat } : {};
  }

  async yields() {
    return this.over || !this.app.state.playing || (await confirmDialog(t('roomLeaveSure'), t('roomLeave')));
  }

  get mayMove() {
    const { line, app } = this;
    const { turn, game } = app.state;
    return super.mayMove && Boolean(line?.full) && turn === line?.side && !game.current.children.length;
  }

  get refusal() {
    const { line, app } = this;
    const { playing, turn, game } = app.state;
    if (!playing || !line) return super.refusal;
    if (!line.full) return this.situation;
    if (turn !== line.side) return t('refuseOther', { side: t(turn) });
    return game.current.children.length ? t('refuseEarlier') : super.refusal;
  }

  move(/** @type {string} */ move) {
    if (this.mayMove && this.info?.legal.includes(move))
      this.act('move', { move, ply: this.app.state.game.current.ply });
  }

  playLine() {}

  study() {
    super.study();
    this.app.remember(); // a reload does not go back to the room
  }

  welcome() {
    return {};
  }

  get leftRoom() {
    return '';
  }

  turnBack() {}

  get keys() {
    const { u, h, a, e, ...keys } = super.keys;
    return keys;
  }

  /** @param {string} what @param {object} [more] */
  async act(what, more = {}) {
    const { seat, app } = this;
    if (!seat) return;
    try {
      await ask('room', { code: seat.code, seat: seat.seat, do: what, ...more });
    } catch (e) {
      app.report(e);
    }
  }

  get situation() {
    const { line, seat, app } = this;
    const said = super.situation;
    if (app.state.game.result) return said;
    if (this.fault) return this.fault;
    if (!line) return said;
    if (!line.full) return t('roomWait', { code: seat?.code ?? '' });
    const offer = line.offer && t(line.offer === line.side ? 'roomOffered' : 'roomOffer');
    return sentences(line.there ? '' : t('roomAway'), offer, said);
  }

  get parts() {
    return { ...super.parts, analysis: undefined };
  }

  buttons() {
    const { app, line } = this;
    const { game } = app.state;
    const going = Boolean(line?.full) && !game.result;
    const offered = going && line?.offer === (line && other(line.side));
    const resign = async () => {
      if (await confirmDialog(t('resignSure', { side: t(line?.side ?? 'red') }), t('resign'))) this.act('resign');
    };
    return [
      this.againButton(),
      offered && button(t('acceptDraw'), () => this.act('accept'), { id: 'room-accept', class: 'main' }),
      offered && button(t('roomDecline'), () => this.act('decline'), { id: 'room-decline' }),
      going && !line?.offer && button(t('offerDraw'), () => this.act('offer'), { id: 'draw' }),
      going && button(t('resign'), resign, { id: 'resign' }),
      this.over && !game.result && button(t('roomAgain'), () => this.openAgain(), { id: 'room-again', class: 'main' }),
      this.reviewButton(),
      (this.over || game.result) && button(t('study'), () => this.study(), { id: 'study' }),
    ];
  }
}
