// The panel of a review: its progress, the curve, and the list of mistakes.

import { graph } from './graph.js';
import { kinds, percent, why } from './judged.js';
import { lineButtons } from './lines.js';
import { sides } from './state.js';
import { reasoned, t } from './texts.js';
import { button, choice, el } from './ui.js';
import { saidMove } from './words.js';

/** @typedef {import('./review.js').Review} Review */
/** @typedef {import('./api.js').Judged} Judged */
/** @typedef {import('./ui.js').Child} Child */

/** What the table of the sides counts. */
const counted = /** @type {Record<string, string>} */ ({ '?!': 'inaccuracies', '?': 'mistakes', '??': 'blunders' });

/** Nodes for each position, by how thorough a review is. */
const thoroughness = [30000, 120000, 500000];

/** What the panel shows. @param {Review} review @returns {Child[]} */
export function reviewPanel(review) {
  const { app, data } = review;
  const { settings } = app.state;
  const nodes = thoroughness.map((n, i) => /** @type {[string, string]} */ ([String(n), t(`thorough-${i + 1}`)]));
  const summary = data?.summary;
  return [
    el(
      'div',
      { class: 'row head', key: 'head' },
      el('h2', {}, t('review')),
      choice(t('thorough'), 'review-nodes', nodes, String(settings.reviewNodes), (n) => {
        app.set({ reviewNodes: Number(n) });
        review.run();
      }),
      button(t('close'), () => review.close(), { id: 'review-close', icon: '✕', class: 'small', title: t('close') }),
    ),
    review.running ? progress(review) : null,
    !review.running && review.fault ? el('p', { class: 'fault', key: 'fault', role: 'alert' }, review.fault) : null,
    !review.running && !summary
      ? el(
          'div',
          { class: 'row', key: 'row-again' },
          button(t('reviewAgain'), () => review.run(), { id: 'review-again', class: 'main' }),
        )
      : null,
    curve(review),
    ...(summary ? [sidesTable(summary), ...mistakes(review, summary)] : []),
  ];
}

/** @param {Review} review */
function progress(review) {
  const { app } = review;
  const total = app.state.game.root.tip.ply;
  const done = review.data?.moves.filter(Boolean).length ?? 0;
  const stop = () => {
    review.cancel();
    app.remember(); // a reload does not begin again
    app.render();
  };
  return el(
    'div',
    { class: 'row', key: 'progress' },
    el('progress', { max: total, value: done, 'aria-label': t('reviewing') }),
    el('span', { class: 'state' }, review.wait ? t('waiting', { place: review.wait }) : t('reviewed', { done, total })),
    button(t('stop'), stop, { id: 'review-stop' }),
  );
}

/** @param {Review} review */
function curve(review) {
  const { app } = review;
  const { game } = app.state;
  return graph({
    line: [game.root, ...game.root.tip.line],
    now: game.current.ply,
    label: t('graph'),
    marks: review.faults.map((m) => ({ ply: m.ply, kind: kinds[m.sign], title: `${title(review, m)} ${m.sign}` })),
    go: (ply, marked) => (marked ? review.select(ply) : app.goTo(ply ? review.node(ply) : game.root)),
  });
}

/** The number and the name of a move. @param {Review} review @param {Judged} m */
function title(review, m) {
  const { state } = review.app;
  const number = state.game.number(review.node(m.ply));
  const name = m.line ? saidMove(state, state.game.boardAt(review.before(m)), m.line[0]) : '';
  return `${number}${review.mover(m) === 'red' ? '.' : '…'} ${name}`;
}

/** @param {import('./api.js').Reviewed} summary */
function sidesTable(summary) {
  const cell = (/** @type {number} */ n, /** @type {string} */ kind) => el('td', { class: n ? kind : '' }, String(n));
  return el(
    'table',
    { class: 'sides', key: 'sides' },
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        el('td', {}),
        el('th', { scope: 'col' }, t('accuracy')),
        ...Object.entries(counted).map(([sign, k]) =>
          el('th', { scope: 'col' }, el('span', { class: 'word' }, t(k)), ` ${sign}`),
        ),
      ),
    ),
    el(
      'tbody',
      {},
      ...sides.map((side) => {
        const s = summary.sides[side];
        return el(
          'tr',
          {},
          el('th', { scope: 'row' }, el('span', { class: `disc ${side}` }), ` ${t(side)}`),
          el('td', { class: 'accuracy' }, s.moves ? `${s.accuracy.toFixed(1)} %` : '–'),
          cell(s.dubious, 'dubious'),
          cell(s.mistakes, 'mistake'),
          cell(s.blunders, 'blunder'),
        );
      }),
    ),
  );
}

/** @param {Review} review @param {import('./api.js').Reviewed} summary @returns {Child[]} */
function mistakes(review, summary) {
  const { app, faults } = review;
  const whose = choice(
    t('mistakesOf'),
    'review-side',
    [
      ['both', t('bothSides')],
      ['red', t('red')],
      ['black', t('black')],
    ],
    review.side,
    (side) => {
      review.side = /** @type {any} */ (side);
      review.selected = 0;
      app.remember();
      app.render();
    },
  );
  const parts = [el('div', { class: 'row', key: 'row-side' }, whose)];
  if (!faults.length) return [...parts, el('p', { class: 'state', key: 'no-faults' }, t('noFaults'))];
  return [
    ...parts,
    el(
      'div',
      { class: 'row', key: 'row-retry' },
      button(t('findBetter', { n: faults.length }), () => app.retry.start(review.selected), {
        id: 'retry',
        key: 'T',
        class: 'main',
      }),
      button(t('writeReview'), () => review.write(), { id: 'review-write', disabled: review.written }),
    ),
    el(
      'ol',
      { class: 'faults', key: 'faults', 'aria-label': t('mistakesList') },
      ...faults.map((m) => mistake(review, m, m.ply === summary.turn)),
    ),
  ];
}

/** @param {Review} review @param {Judged} m @param {boolean} turning whether it lost the game */
function mistake(review, m, turning) {
  const chosen = m.ply === review.selected;
  const side = review.mover(m);
  return el(
    'li',
    { key: m.ply },
    el(
      'button',
      {
        type: 'button',
        class: 'fault-move',
        id: `fault-${m.ply}`,
        'aria-current': chosen ? 'true' : undefined,
        onclick: () => review.select(m.ply),
      },
      el('span', { class: `disc ${side}`, role: 'img', 'aria-label': t(side) }),
      el('strong', {}, title(review, m)),
      el('span', { class: `sign ${kinds[m.sign]}`, role: 'img', 'aria-label': t(kinds[m.sign]) }, m.sign),
      el('span', { class: 'loss' }, t('fromTo', { best: percent(m.best), played: percent(m.played) })),
      el('span', { class: 'why' }, reasoned(turning ? t('turning') : '', why(m))),
    ),
    chosen
      ? el('div', { class: 'detail' }, line(review, 'better', t('better')), line(review, 'played', t('playedLine')))
      : null,
  );
}

/**
 * A line that can be looked at and played.
 * @param {import('./gamemode.js').GameMode} mode @param {string} id of the line @param {string} label
 */
export function line(mode, id, label) {
  const found = mode.lines[id];
  if (!found?.moves.length) return null;
  return el(
    'p',
    { class: 'better', key: id },
    el('span', { class: 'label' }, `${label} `),
    ...lineButtons(mode.app, id, found),
  );
}
