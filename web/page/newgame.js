// The dialog that asks what to play.

import { startGame } from './begin.js';
import { showDialog } from './dialog.js';
import { Game } from './game.js';
import { limitChoice, limitOf, limitText, rulesChoice } from './rulechoices.js';
import { boardOf, fenOf, fileOf, other, squareOf, startFEN, turnOf } from './squares.js';
import { t, textOr } from './texts.js';
import { button, choice, el } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./game.js').Side} Side */
/** @typedef {import('./game.js').Player} Player */

/** What the giver of a handicap plays without: squares of Red, seen from its side. */
export const handicaps = /** @type {Record<string, string[]>} */ ({
  none: [],
  knight: ['b0'],
  knights: ['b0', 'h0'],
  rook: ['a0'],
  rookKnight: ['a0', 'b0'],
  rooks: ['a0', 'i0'],
  four: ['a0', 'b0', 'h0', 'i0'],
});

/** Clocks: minutes, and seconds that are added for each move. */
const clocks = /** @type {Record<string, [number, number]>} */ ({
  none: [0, 0],
  '3+2': [3, 2],
  '5+5': [5, 5],
  '10+5': [10, 5],
  '15+10': [15, 10],
  '30+20': [30, 20],
});

/** The bounds of a clock of one's own: minutes, and seconds. */
const ownClock = { minutes: { min: 1, max: 180 }, seconds: { min: 0, max: 60 } };

/** The minutes and seconds of the chosen clock. @param {Chosen} chosen @returns {[number, number]} */
function clockOf({ clock, minutes, seconds }) {
  if (clock !== 'own') return clocks[clock];
  const within = (/** @type {string} */ text, /** @type {{ min: number, max: number }} */ { min, max }) =>
    Math.min(max, Math.max(min, Math.round(Number(text)) || min));
  return [within(minutes, ownClock.minutes), within(seconds, ownClock.seconds)];
}

/** The start position with a handicap. @param {string} name @param {Side} giver */
export function handicapFEN(name, giver) {
  if (!handicaps[name]?.length) return startFEN;
  const board = boardOf(startFEN);
  for (const square of handicaps[name]) {
    const file = fileOf(squareOf(square));
    board[giver === 'red' ? file : 81 + 8 - file] = '';
  }
  return fenOf(board, 'red');
}

/** What the choices say, by their ids. @typedef {Record<string, string>} Chosen */

/** What an opponent is who is chosen by the name of an engine of others. @param {string} opponent such as engine:NAME or engines:NAME */
function rivalOf(opponent) {
  const [kind, ...name] = opponent.split(':');
  return { kind, name: name.join(':') };
}

/** The choices to begin with: those of the game on the board. @param {App} app @param {string} [from] as of newGameDialog @returns {Chosen} */
function firstChoices(app, from) {
  const { game, settings } = app.state;
  const engine = (/** @type {Side} */ s) => game.players[s].kind === 'engine';
  const both = engine('red') && engine('black');
  const none = !engine('red') && !engine('black');
  const opponent = both ? 'engines' : none && game.mode === 'play' ? 'people' : 'engine';
  const side = from && opponent === 'engine' ? turnOf(from) : engine('red') && !engine('black') ? 'black' : 'red';
  const level = String(settings.level);
  return {
    opponent,
    side,
    level,
    level2: level,
    handicap: 'none',
    giver: 'other',
    clock: 'none',
    minutes: '20',
    seconds: '10',
    rules: game.rules,
    limit: limitText(game.limit),
  };
}

/** The game of some choices. @param {Chosen} chosen @param {string} [from] as of newGameDialog */
export function gameOf(chosen, from) {
  const { giver } = chosen;
  const { kind: opponent, name } = rivalOf(chosen.opponent);
  const random = Math.random() < 0.5 ? 'red' : 'black';
  const mine = /** @type {Side} */ (chosen.side === 'random' ? random : chosen.side);
  // Who gives a handicap plays Red and moves first, as the custom is; unless sides were chosen.
  const person = opponent === 'engine' ? mine : 'red';
  const gives = giver === 'me' ? person : other(person);
  const g = new Game(from ?? handicapFEN(opponent === 'engines' ? 'none' : chosen.handicap, gives));
  g.rules = chosen.rules;
  g.limit = limitOf(chosen.limit);
  const level = Number(chosen.level);
  const rival = name ? { engine: name } : {};
  const engine = /** @type {Player} */ ({ kind: 'engine', level, ...rival });
  const human = /** @type {Player} */ ({ kind: 'human', level });
  if (opponent === 'people') g.players = { red: human, black: { ...human } };
  else if (opponent === 'engines' && name) {
    const ours = /** @type {Player} */ ({ kind: 'engine', level });
    g.players = mine === 'red' ? { red: engine, black: ours } : { red: ours, black: engine };
  } else if (opponent === 'engines') g.players = { red: engine, black: { ...engine, level: Number(chosen.level2) } };
  else g.players = mine === 'red' ? { red: human, black: engine } : { red: engine, black: human };
  const [minutes, seconds] = clockOf(chosen);
  const base = minutes * 60000;
  if (minutes) g.clock = { base, increment: seconds * 1000, red: base, black: base };
  return g;
}

/**
 * Asks what to play.
 * @param {App} app @param {string} [from] a position to play from
 */
export function newGameDialog(app, from) {
  const chosen = firstChoices(app, from);
  const field = (
    /** @type {string} */ label,
    /** @type {string} */ id,
    /** @type {[string, string][]} */ options,
    hidden = false,
  ) =>
    choice(
      label,
      id,
      options,
      chosen[id],
      (value) => {
        chosen[id] = value;
        d.draw();
      },
      { hidden },
    );
  const levels = () =>
    Array.from(
      { length: app.offers.levels },
      (_, i) => /** @type {[string, string]} */ ([String(i + 1), `${i + 1} – ${textOr(`level-${i + 1}`, '')}`]),
    );
  const clockOption = (/** @type {[string, [number, number]]} */ [name, [minutes, seconds]]) =>
    /** @type {[string, string]} */ ([name, minutes ? t('clockOf', { minutes, seconds }) : t('noClock')]);
  const number = (
    /** @type {string} */ label,
    /** @type {'minutes' | 'seconds'} */ id,
    /** @type {{ min: number, max: number }} */ bounds,
  ) =>
    el(
      'div',
      { class: 'field', key: `field-${id}`, hidden: chosen.clock !== 'own' },
      el('label', { for: id }, label),
      el('input', {
        ...bounds,
        id,
        type: 'number',
        value: chosen[id],
        onchange: (/** @type {any} */ e) => {
          chosen[id] = e.target.value;
        },
      }),
    );
  const body = () => {
    const { kind: opponent, name } = rivalOf(chosen.opponent);
    const alone = opponent === 'engines';
    const others = app.rivals.list.flatMap(({ name }) => [
      /** @type {[string, string]} */ ([`engine:${name}`, t('engineVs', { name })]),
      /** @type {[string, string]} */ ([`engines:${name}`, t('engineMatch', { name })]),
    ]);
    return [
      field(t('opponent'), 'opponent', [
        ['engine', t('vsEngine')],
        ['people', t('vsPerson')],
        ['engines', t('engineEngine')],
        ...others,
      ]),
      field(
        alone ? name : t('yourSide'),
        'side',
        [
          ['red', `${t('red')} – ${t('movesFirst')}`],
          ['black', t('black')],
          ['random', t('randomSide')],
        ],
        opponent !== 'engine' && !(alone && name),
      ),
      field(alone && !name ? t('levelRed') : t('level'), 'level', levels(), opponent === 'people'),
      field(t('levelBlack'), 'level2', levels(), !alone || Boolean(name)),
      field(
        t('handicap'),
        'handicap',
        Object.keys(handicaps).map((h) => [h, t(`handicap-${h}`)]),
        alone || Boolean(from),
      ),
      field(
        t('giver'),
        'giver',
        [
          ['other', t('giverOther')],
          ['me', t('giverMe')],
        ],
        alone || Boolean(from) || chosen.handicap === 'none',
      ),
      field(t('clock'), 'clock', [...Object.entries(clocks).map(clockOption), ['own', t('clockOwn')]]),
      number(t('clockMinutes'), 'minutes', ownClock.minutes),
      number(t('clockSeconds'), 'seconds', ownClock.seconds),
      rulesChoice(app.offers.rules, chosen.rules, (rules) => {
        chosen.rules = rules;
      }),
      limitChoice(limitOf(chosen.limit), (limit) => {
        chosen.limit = limit;
      }),
    ];
  };
  const start = async () => {
    if (!(await app.state.mode.yields())) return;
    if (chosen.opponent === 'engine') app.set({ level: Number(chosen.level) });
    d.close();
    startGame(app, gameOf(chosen, from));
  };
  const d = showDialog({
    title: from ? t('playHere') : t('newGame'),
    class: 'form',
    asks: true,
    body,
    actions: () => [button(t('cancel'), () => d.close()), button(t('start'), start, { class: 'main', id: 'start' })],
  });
  /** @type {HTMLElement} */ (d.element.querySelector('#start')).focus();
}
