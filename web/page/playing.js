// To play a game, and to study one.

import { closingParts, nextButtons } from './closing.js';
import { engineMove, offerDraw } from './engine.js';
import { GameMode } from './gamemode.js';
import { movesPart } from './moves.js';
import { newGameDialog } from './newgame.js';
import { finish, playLine, playMove, resign, takeBack } from './play.js';
import { startFEN } from './squares.js';
import { sides } from './state.js';
import { playerName, sentences, t } from './texts.js';
import { button, el, part } from './ui.js';

/** @typedef {import('./api.js').Position} Position */

/** A game between people and engines. */
export class Playing extends GameMode {
  timed = true;

  get mayMove() {
    const { info, playing, engineToMove } = this.app.state;
    return Boolean(info) && playing && !engineToMove && !this.previewed;
  }

  get refusal() {
    const { playing, engineToMove, turn } = this.app.state;
    if (!playing) return t('refuseOver', { study: t('study') });
    return engineToMove ? t('refuseOther', { side: t(turn) }) : '';
  }

  get asksEngine() {
    const { live, playing, engineToMove } = this.app.state;
    return live && playing && engineToMove;
  }

  askEngine(/** @type {{ from: number }} */ request, /** @type {(info: Position) => boolean} */ take) {
    const described = (/** @type {Position} */ info) => {
      if (!take(info)) return;
      if (info.end) this.arrived();
      else super.arrived();
    };
    engineMove(this.app, { ...request, describe: true }, described);
  }

  arrived() {
    const { app, info } = this;
    const { state } = app;
    const goesOn = info && !state.game.result && state.live;
    // Before the page shows the end, so that the status says it once.
    if (goesOn && info.end) finish(app, info.end.winner, info.end.kind, info.end.text);
    super.arrived();
    if (goesOn && !info.end && state.engineToMove) engineMove(app);
  }

  playLine(/** @type {import('./lines.js').Line} */ { from, moves }) {
    const { state } = this.app;
    if (from !== state.game.current) return; // the game has gone on since the line was drawn
    const { pointed } = state;
    state.pointed = null; // while it is shown, it is neither side's turn
    if (this.mayMove) playMove(this.app, moves[0].move);
    else state.pointed = pointed;
  }

  /** The number of the room that the game belongs to, whose page somebody has closed, '' for none. */
  get leftRoom() {
    const { state, offers } = this.app;
    return state.playing && offers.classroom ? state.game.room : '';
  }

  get situation() {
    const code = this.leftRoom;
    return sentences(code && t('roomBack', { code }), super.situation);
  }

  /** @returns {import('./mode.js').Parts} */
  get parts() {
    const parts = super.parts;
    return { ...parts, ...this.welcome(parts), ...closingParts(this.app, parts, this.status) };
  }

  /** Offers the course to who has not played here yet. @param {import('./mode.js').Parts} parts @returns {import('./mode.js').Parts} */
  welcome({ notices }) {
    const { newcomer, course, state } = this.app;
    const { game, settings } = state;
    const began = game.root.children.length || game.start !== startFEN || settings.ladder.seed;
    if (!newcomer || began || course.progress.at) return {};
    const begin = button(t('courseBegin'), () => course.choose(), { id: 'welcome', class: 'small-link' });
    const others = notices?.children ?? [];
    const said = state.message || state.notice || state.hint || others.some(Boolean);
    const offer = el('p', { class: said ? 'welcome' : 'welcome early', key: 'welcome' }, t('welcome'), begin);
    return { notices: part({}, ...others, offer) };
  }

  /** @param {import('./game.js').Node} node */
  moved(node) {
    const { state } = this.app;
    if (node !== state.game.end) state.cheered = null;
  }

  /** In a game that is played the moves go back, once nothing else has just been done. */
  turnBack(/** @type {import('./changes.js').Way} */ way) {
    const { app } = this;
    if (way === 'undo' && app.state.before && !app.changes.offer) takeBack(app);
    else super.turnBack(way);
  }

  buttons() {
    const { app } = this;
    const { state } = app;
    const { game, playing } = state;
    const { parent } = game.current;
    const person = sides.some((s) => game.players[s].kind === 'human');
    const over = Boolean(game.result);
    const { leftRoom } = this;
    return [
      leftRoom && button(t('roomJoin'), () => app.room.join(leftRoom), { id: 'room-back', class: 'main' }),
      button(t('takeBack'), () => takeBack(app), { id: 'take-back', key: 'U', disabled: !state.before }),
      this.againButton(),
      this.hintButton(),
      playing &&
        person &&
        button(t('offerDraw'), () => offerDraw(app), { id: 'draw', disabled: !this.mayMove || !state.live || !parent }),
      playing && person && button(t('resign'), () => resign(app), { id: 'resign', disabled: !parent }),
      playing && !state.live && state.engineToMove && button(t('engineGo'), () => engineMove(app), { id: 'engine-go' }),
      ...(over ? nextButtons(app) : []),
      this.reviewButton(),
      over && button(t('study'), () => this.study(), { id: 'study' }),
    ];
  }

  /** Makes a game that has ended one to study. */
  study() {
    const { app } = this;
    const { game } = app.state;
    const people = sides.filter((side) => game.players[side].kind === 'human');
    game.own = people.length === 1 ? people[0] : '';
    for (const side of sides) game.names[side] ||= playerName(game.players[side]);
    game.mode = 'study';
    app.keep();
    app.enter(app.studying);
    app.analysis.follow(); // which a room does not have
    app.render();
  }
}

/** A game whose moves anybody may try, with variations and comments. */
export class Studying extends GameMode {
  get mayMove() {
    return Boolean(this.info) && !this.previewed;
  }

  playLine(/** @type {import('./lines.js').Line} */ line) {
    playLine(this.app, line);
  }

  changeButtons() {
    return this.app.changes.buttons();
  }

  /** @returns {Record<string, () => void>} */
  get keys() {
    return { ...super.keys, c: () => this.app.comparison.open() };
  }

  get parts() {
    return {
      ...super.parts,
      analysis: this.app.analysis.panel({ more: [this.app.comparison.button(), this.reviewButton()] }),
      moves: movesPart(this.app, { study: true }),
    };
  }

  buttons() {
    const { app, info } = this;
    const { result, room } = app.state.game;
    const disabled = !info?.legal.length;
    return [
      this.againButton(),
      this.hintButton(),
      ...(result?.reason && !room ? nextButtons(app) : []),
      button(t('playHere'), () => newGameDialog(app, info?.fen), { id: 'play-here', disabled }),
    ];
  }
}
