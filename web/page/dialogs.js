// The dialogs: new game, settings, saved games, help.

import { ask } from './api.js';
import { Game } from './game.js';
import { boardOf, fenOf, startFEN, turnOf } from './squares.js';
import { forget, games, loadGame, tab, worthListing } from './store.js';
import { languages, playerName, setLanguage, t } from './texts.js';
import { button, check, choice, dialog, el } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./game.js').Side} Side */

/** What the giver of a handicap plays without: squares of Red, seen from its side. */
const handicaps = /** @type {Record<string, string[]>} */ ({
  none: [], knight: ['b0'], knights: ['b0', 'h0'], rook: ['a0'], rookKnight: ['a0', 'b0'], rooks: ['a0', 'i0'],
  four: ['a0', 'b0', 'h0', 'i0'],
});

/** The start position with a handicap. @param {string} name @param {Side} giver */
function handicapFEN(name, giver) {
  if (!handicaps[name]?.length) return startFEN;
  const board = boardOf(startFEN);
  for (const square of handicaps[name]) {
    const file = 'abcdefghi'.indexOf(square[0]);
    board[giver === 'red' ? file : 81 + 8 - file] = '';
  }
  return fenOf(board, 'red');
}

const clocks = /** @type {Record<string, [number, number]>} minutes and seconds */ ({
  none: [0, 0], '3+2': [3, 2], '5+5': [5, 5], '10+5': [10, 5], '15+10': [15, 10], '30+20': [30, 20],
});

/** @type {[string, string][]} */
const sets = ['computer', 'asian', 'chinese', 'league', 'checkban', 'alwaysdraw'].map((r) => [r, `rules-${r}`]);

/** Natural move limits in plies; '' for that of the rules. */
const limits = ['', '80', '100', '120', '200', '0'];

/** A choice of the rules of repetition. @param {string} value @param {(value: string) => void} [change] */
const rulesChoice = (value, change) => choice(t('rules'), 'rules', sets.map(([r, key]) => [r, t(key)]), value, change);

/** A choice of the natural move limit. @param {number | null} value @param {(value: string) => void} [change] */
function limitChoice(value, change) {
  const chosen = value === null ? '' : String(value);
  const all = limits.includes(chosen) ? limits : [...limits, chosen];
  const text = (/** @type {string} */ l) => (l === '' ? t('limitOwn') : l === '0' ? t('limitNone') : t('limitOf', { moves: Number(l) / 2 }));
  return choice(t('limit'), 'limit', all.map((l) => [l, text(l)]), chosen, change);
}

/** The limit of a choice. @param {string} value */
const limitOf = (value) => (value === '' ? null : Number(value));

/**
 * Asks what to play.
 * @param {App} app @param {string} [from] a position to play from
 */
export function newGameDialog(app, from) {
  const last = app.game;
  const wasEngine = (/** @type {Side} */ s) => last.players[s].kind === 'engine';
  const kind = wasEngine('red') && wasEngine('black') ? 'engines' : !wasEngine('red') && !wasEngine('black') && last.mode === 'play' ? 'people' : 'engine';
  const value = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (d.querySelector(`#${id}`)).value;
  const levels = /** @type {[string, string][]} */ (Array.from({ length: 10 }, (_, i) => [String(i + 1), `${i + 1} – ${t(`level-${i + 1}`)}`]));
  const update = () => {
    const k = value('opponent');
    const show = (/** @type {string} */ id, /** @type {boolean} */ on) => d.querySelector(`#${id}`)?.closest('.field')?.toggleAttribute('hidden', !on);
    show('side', k === 'engine');
    show('level', k !== 'people');
    show('level2', k === 'engines');
    const label = d.querySelector('label[for=level]');
    if (label) label.textContent = k === 'engines' ? t('levelRed') : t('level');
    show('handicap', k !== 'engines' && !from);
    show('giver', k !== 'engines' && !from && value('handicap') !== 'none');
  };
  const side = wasEngine('red') && !wasEngine('black') ? 'black' : 'red';
  const d = dialog(from ? t('playHere') : t('newGame'), [
    choice(t('opponent'), 'opponent', [['engine', t('vsEngine')], ['people', t('vsPerson')], ['engines', t('engineEngine')]], kind, update),
    choice(t('yourSide'), 'side', [['red', `${t('red')} – ${t('movesFirst')}`], ['black', t('black')], ['random', t('randomSide')]], side),
    choice(t('level'), 'level', levels, String(app.settings.level)),
    choice(t('levelBlack'), 'level2', levels, String(app.settings.level)),
    choice(t('handicap'), 'handicap', Object.keys(handicaps).map((h) => [h, t(`handicap-${h}`)]), 'none', update),
    choice(t('giver'), 'giver', [['other', t('giverOther')], ['me', t('giverMe')]], 'other'),
    choice(t('clock'), 'clock', Object.entries(clocks).map(([c, [m, s]]) => [c, m ? t('clockOf', { minutes: m, seconds: s }) : t('noClock')]), 'none'),
    rulesChoice(last.rules),
    limitChoice(last.limit),
  ], [
    button(t('cancel'), () => d.close()),
    button(t('start'), async () => {
      if (!(await app.editor.yields())) return;
      const opponent = value('opponent');
      const mine = /** @type {Side} */ (value('side') === 'random' ? (Math.random() < 0.5 ? 'red' : 'black') : value('side'));
      // Who gives a handicap plays Red and moves first, as the custom is; unless sides were chosen.
      const person = opponent === 'engine' ? mine : 'red';
      const giver = value('giver') === 'me' ? person : person === 'red' ? 'black' : 'red';
      const g = new Game(from ?? handicapFEN(opponent === 'engines' ? 'none' : value('handicap'), giver));
      g.rules = value('rules');
      g.limit = limitOf(value('limit'));
      const level = Number(value('level'));
      const engine = /** @type {import('./game.js').Player} */ ({ kind: 'engine', level });
      const human = /** @type {import('./game.js').Player} */ ({ kind: 'human', level });
      if (opponent === 'people') g.players = { red: { ...human }, black: { ...human } };
      else if (opponent === 'engines') g.players = { red: engine, black: { ...engine, level: Number(value('level2')) } };
      else g.players = mine === 'red' ? { red: human, black: engine } : { red: engine, black: human };
      const [minutes, seconds] = clocks[value('clock')];
      if (minutes) g.clock = { base: minutes * 60000, increment: seconds * 1000, red: minutes * 60000, black: minutes * 60000 };
      if (opponent === 'engine') app.set({ level });
      d.close();
      app.startGame(g);
    }, { class: 'main', id: 'start' }),
  ], t('close'));
  d.classList.add('form');
  update();
  /** @type {HTMLElement} */ (d.querySelector('#start')).focus();
  if (from && kind === 'engine') /** @type {HTMLSelectElement} */ (d.querySelector('#side')).value = turnOf(from);
}

/** @param {App} app */
export function settingsDialog(app) {
  const s = app.settings;
  const auto = /** @type {[string, string]} */ (['', t('automatic')]);
  const again = (/** @type {any} */ change) => {
    const language = setLanguage();
    app.set(change);
    if (language !== setLanguage()) {
      d.close();
      settingsDialog(app);
    }
  };
  const search = el('div', {});
  searchChoices(app).then((choices) => search.replaceChildren(...choices), (e) => app.report(e));
  const d = dialog(t('settings'), [
    choice(t('language'), 'lang', [auto, ...languages], s.lang, (lang) => again({ lang })),
    choice(t('theme'), 'theme', [auto, ['wood', t('theme-wood')], ['dark', t('theme-dark')]], s.theme, (theme) => again({ theme })),
    choice(t('pieces'), 'pieces', [auto, ['traditional', t('pieces-traditional')], ['simplified', t('pieces-simplified')], ['pictures', t('pieces-pictures')]],
      s.pieces, (pieces) => again({ pieces })),
    choice(t('notation'), 'notation', [auto, ['zh', t('notation-zh')], ['wxf', 'WXF (C2.5)'], ['iccs', 'ICCS (H2-E2)']], s.notation, (notation) => again({ notation })),
    choice(t('coordinates'), 'coordinates', [auto, ['zh', t('notation-zh')], ['wxf', '1–9'], ['iccs', 'a–i, 0–9'], ['none', t('noCoordinates')]],
      s.coordinates, (coordinates) => again({ coordinates })),
    check(t('sound'), 'sound', s.sound, (sound) => again({ sound })),
    check(t('motion'), 'motion', s.motion, (motion) => again({ motion })),
    check(t('pause'), 'pause', s.pause, (pause) => again({ pause })),
    search, ...gameRules(app),
  ], [button(t('close'), () => d.close(), { class: 'main' })], t('close'));
  d.classList.add('form');
}

/** Choices of what an analysis may use, up to what the server has. @param {App} app */
async function searchChoices(app) {
  const most = /** @type {{ threads: number, hash: number }} */ (await ask('limits', {}));
  const upTo = (/** @type {number} */ first, /** @type {number} */ last) => {
    const all = [];
    for (let n = first; n < last; n *= 2) all.push(n);
    return [...all, last];
  };
  const number = (/** @type {string} */ label, /** @type {'threads' | 'hash'} */ key, /** @type {number[]} */ values) => {
    const value = Math.min(app.settings[key], most[key]);
    const all = [...new Set([...values, value])].sort((a, b) => a - b);
    return choice(label, key, all.map((n) => [String(n), String(n)]), String(value), (n) => {
      app.set({ [key]: Number(n) });
      app.analysis.again();
    });
  };
  return [el('h3', {}, t('analysis')), number(t('threads'), 'threads', upTo(1, most.threads)), number(t('hash'), 'hash', upTo(Math.min(16, most.hash), most.hash))];
}

/** Choices of the rules of the game on the board. Nobody changes them while it is played. @param {App} app */
function gameRules(app) {
  const { game } = app;
  const playing = game.mode === 'play' && game.root.children.length > 0;
  const choices = [rulesChoice(game.rules, (rules) => app.setRules({ rules })), limitChoice(game.limit, (limit) => app.setRules({ limit: limitOf(limit) }))];
  if (playing) for (const c of choices) c.querySelector('select').disabled = true;
  return [el('h3', {}, t('thisGame')), ...choices];
}

/**
 * Asks yes or no.
 * @param {string} question @param {string} yes @returns {Promise<boolean>}
 */
export function confirmDialog(question, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const d = dialog(question, [], [
      button(t('cancel'), () => d.close()),
      button(yes, () => { answer = true; d.close(); }, { class: 'main', id: 'yes' }),
    ], t('close'));
    d.setAttribute('role', 'alertdialog');
    d.addEventListener('close', () => resolve(answer));
  });
}

/** How many plies the main line of a saved game has. @param {[number][]} nodes each with the place of the one before */
function pliesOf(nodes) {
  let plies = 0;
  let at = 0;
  nodes.forEach(([parent], i) => {
    if (parent !== at) return;
    at = i; // the first that follows is the main line
    plies++;
  });
  return plies;
}

/** Lists the games in storage. @param {App} app */
export function gamesDialog(app) {
  const rows = games().filter((g) => worthListing(g.saved)).map(({ id, saved }) => {
    const when = new Date(saved.changed).toLocaleString(setLanguage(), { dateStyle: 'medium', timeStyle: 'short' });
    const side = (/** @type {Side} */ s) => saved.names[s] || (saved.mode === 'study' ? '' : playerName(saved.players[s]));
    const who = [side('red'), side('black')].filter(Boolean).join(' – ');
    const moves = Math.ceil(pliesOf(saved.nodes) / 2);
    const row = el('li', {},
      button([saved.title, who].filter(Boolean).join(' · ') || t('study'), async () => {
        if (!(await app.editor.yields())) return;
        const g = loadGame(id);
        d.close();
        if (!g) return;
        if (id !== tab.id && !(await tab.take(id))) tab.fresh(); // another tab plays it: this is a copy
        app.open(g, true);
      }, { class: 'link' }),
      el('span', { class: 'when' }, saved.result ? `${t(`won-${saved.result.winner}`)} · ` : '', t(moves === 1 ? 'gameLength1' : 'gameLength', { moves, when })),
      button(t('remove'), () => {
        const next = row.nextElementSibling ?? row.previousElementSibling;
        forget(id);
        row.remove();
        (next?.querySelector('.small') ?? close).focus();
      }, { icon: '✕', class: 'small', title: t('remove') }));
    return row;
  });
  const close = button(t('close'), () => d.close(), { class: 'main' });
  const d = dialog(t('games'), [rows.length ? el('ul', { class: 'games' }, ...rows) : el('p', {}, t('noGames'))], [close], t('close'));
}

export function helpDialog() {
  const keys = [['← →', t('key-step')], ['Home End', t('key-ends')], ['Tab, ← ↑ → ↓', t('key-board')], ['Enter', t('key-enter')], ['Esc', t('key-escape')],
    ['H', t('hint')], ['A', t('analysis')], ['R', t('reviewGame')], ['M T', t('key-next')], ['H S', t('key-better')], ['P', t('puzzles')], ['N H S R', t('key-puzzles')], ['O', t('open')], ['U', t('takeBack')], ['F', t('flip')], ['N', t('newGame')], ['?', t('help')]];
  const moves = ['K', 'A', 'B', 'N', 'R', 'C', 'P'];
  const d = dialog(t('help'), [
    el('p', {}, t('help-goal')),
    el('dl', { class: 'how' }, ...moves.flatMap((p) => [el('dt', {}, t(`name-${p}`)), el('dd', {}, t(`how-${p}`))])),
    el('p', {}, t('help-end')),
    el('h3', {}, t('keys')),
    el('dl', { class: 'keys' }, ...keys.flatMap(([k, text]) => [el('dt', {}, k), el('dd', {}, text)])),
    el('p', { class: 'credit' }, t('credit')),
  ], [button(t('close'), () => d.close(), { class: 'main' })], t('close'));
}
