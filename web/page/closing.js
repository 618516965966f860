// The end of a game that a person has played against the engine: the message, the lesson
// in it, and what to play next.

import { startGame } from './begin.js';
import { bestCapture, counted, gameLike, offerOf, outcomeOf, personOf, rungOf } from './ladder.js';
import { other } from './squares.js';
import { loadSettings, saveSettings } from './store.js';
import { pieceName, sentences, t, textOr } from './texts.js';
import { button, el, part, toBoard } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./ladder.js').Rung} Rung */
/** @typedef {import('./ladder.js').Moment} Moment */
/** @typedef {import('./ui.js').Child} Child */

/** How many pieces of paper fall over the board. */
const papers = 36;

/** Notes how the game went that has just ended, and celebrates a win. @param {App} app */
export function noteResult({ state }) {
  const { game, settings } = state;
  settings.ladder = counted(loadSettings().ladder, game); // with the games of other tabs
  saveSettings({ ladder: settings.ladder });
  state.cheered = outcomeOf(game) === 'won' ? game : null;
}

/** Short, so that it fits a phone. @param {Rung} rung */
function rungText({ level, handicap }) {
  if (handicap !== 'none') return t('levelHandicap', { level, handicap: t(`handicap-${handicap}`) });
  return t('levelBadge', { level, name: textOr(`level-${level}`, '') });
}

/** What to play next, null for the same again. @param {App} app */
const offerFor = ({ state, offers }) => offerOf(state.settings.ladder, state.game, offers.levels);

/** The places that tell the end of a game, none elsewhere. @param {App} app @param {import('./mode.js').Parts} parts as of other positions @param {string} verdict @returns {import('./mode.js').Parts} */
export function closingParts(app, parts, verdict) {
  const { state } = app;
  const outcome = state.ended ? outcomeOf(state.game) : '';
  if (!outcome) return {};
  const rung = rungOf(state.game);
  const moment = lesson(app);
  const offer = offerFor(app);
  const motion = state.settings.motion && state.cheered === state.game;
  return {
    cheer: motion ? part({}, ...Array.from({ length: papers }, (_, i) => paper(i))) : undefined,
    status: part(
      { class: 'ended' },
      el('strong', { class: `closing ${outcome}`, key: 'closing' }, t(`closing-${outcome}`)),
      rung && el('span', { class: 'badge', key: 'badge' }, rungText(rung)),
      el('p', { key: 'verdict' }, verdict),
    ),
    notices: part(
      {},
      ...(parts.notices?.children ?? []),
      moment,
      offer && el('p', { class: 'notice', key: 'offer' }, t(`offer-${outcome}`)),
    ),
  };
}

/** A piece of paper that falls. @param {number} i */
function paper(i) {
  const style = { left: `${(i * 37) % 100}%`, animationDelay: `${((i * 29) % 60) / 60}s` };
  return el('i', { key: `paper-${i}`, style });
}

/** What there was to learn, null if the page saw nothing. @param {App} app @returns {Child} */
function lesson(app) {
  const { game } = app.state;
  const person = personOf(game);
  if (!person || !game.result) return null;
  const lost = game.result.winner === other(person);
  const moment = bestCapture(game, lost ? other(person) : person);
  const mated = game.result.winner === person && game.result.reason === 'checkmate' && game.end;
  const text = sentences(
    mated ? t('youMated', { n: Math.ceil(mated.ply / 2) }) : '',
    moment ? momentText(moment, lost) : '',
  );
  if (!text) return null;
  const show = () => {
    app.step(game.end?.line[(moment?.ply ?? 1) - 1]);
    toBoard();
  };
  return el(
    'p',
    { class: 'notice', key: 'moment' },
    text,
    moment && button(t('showMoment'), show, { id: 'show-moment', class: 'small-link' }),
  );
}

/** @param {Moment} moment @param {boolean} lost whether the opponent gained by it */
const momentText = ({ number, piece, by }, lost) =>
  lost
    ? t('turningPoint', { move: number, piece: pieceName(piece) })
    : t('bestMoment', { move: number, piece: pieceName(piece), by: pieceName(by) });

/** The buttons for the next game. @param {App} app @returns {Child[]} */
export function nextButtons(app) {
  const { game } = app.state;
  const offer = app.state.ended ? offerFor(app) : null;
  const play = (/** @type {Rung | null} */ rung) => {
    if (rung) app.set({ level: rung.level });
    startGame(app, gameLike(game, rung));
  };
  return [
    offer && button(t('playRung', { rung: rungText(offer) }), () => play(offer), { id: 'offer', class: 'main' }),
    button(t('again'), () => play(null), { id: 'again', class: offer ? undefined : 'main' }),
  ];
}
