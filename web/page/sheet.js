// A lesson on paper: the game, or all games of a list, with diagrams.

import { entryText } from './chapters.js';
import { diagram } from './diagram.js';
import { closeButton, showDialog } from './dialog.js';
import { moveName } from './moves.js';
import { namesOf } from './positions.js';
import { diagramsOf, isMarked, sectionsOf } from './sheetparts.js';
import { t } from './texts.js';
import { button, check, choice, el, part, show } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./ui.js').VNode} VNode */

/** How many diagrams a page can have. */
const perPage = ['2', '3', '4'];

/** What is printed; goals are squares to reach or to take on, in start positions. @typedef {{ games: Game[], title: string, onlyMarked: boolean, goals?: number[] }} Lesson */

/** The lesson that the game on the board is, or what is in front of it, such as a puzzle. @param {App} app @returns {Lesson} */
function lessonOf(app) {
  const { sharedGame: game, task, view } = app.state.mode;
  if (task) game.root.comment = task;
  return { games: [game], title: '', onlyMarked: game.nodes.some(isMarked), goals: view.goals };
}

/** @param {Lesson} lesson */
const countOf = ({ games, onlyMarked }) => games.reduce((n, game) => n + diagramsOf(game, onlyMarked).size, 0);

/** Puts the lesson on the page, where only printers see it, in the place of another one. @param {App} app @param {Lesson} lesson */
function layOut(app, lesson) {
  const { games, title } = lesson;
  let count = 0;
  const next = () => ++count;
  clear();
  const sheet = document.createElement('article');
  sheet.id = 'sheet';
  document.body.append(sheet);
  const written = games.flatMap((game) => gameParts(app, lesson, game, next));
  show(sheet, part({ class: `per-${app.state.settings.perPage}` }, title && el('h1', {}, title), ...written));
}

const clear = () => document.getElementById('sheet')?.remove();

/** A game on paper. @param {App} app @param {Lesson} lesson of which it is @param {Game} game @param {() => number} next the number of the next diagram */
function gameParts(app, { onlyMarked, goals }, game, next) {
  const { notation, flipped } = app.state;
  const { red, black } = game.names;
  const about = [
    game.tag('Site'),
    game.tag('Date'),
    game.resultText === '*' ? '' : game.resultText,
    game.tag('Annotator'),
  ];
  const sections = sectionsOf(game, diagramsOf(game, onlyMarked), notation).map(({ node, words }) => {
    if (!node) return el('section', {}, ...paragraphs(words));
    const name = moveName(game, node, notation);
    const look = { ...app.board.look, flipped, theme: /** @type {const} */ ('print') };
    const shown = { board: game.boardAt(node), last: node.move, drawn: node.marks, goals: node.parent ? [] : goals };
    const caption = `${t('diagram')} ${next()} · ${name} · ${t('toMove', { side: t(game.turn(node)) })}`;
    return el(
      'section',
      {},
      el('figure', {}, diagram(caption, shown, look), el('figcaption', {}, caption)),
      ...paragraphs(words),
    );
  });
  return [
    el('h2', {}, entryText({ title: game.title, red, black, date: '' })),
    el('p', { class: 'about' }, about.filter(Boolean).join(' · ')),
    el('div', { class: 'parts' }, ...sections),
  ];
}

/** Words as paragraphs: a comment on the main line has one of its own. @param {import('./sheetparts.js').Word[]} words */
function paragraphs(words) {
  /** @type {VNode[]} */
  const all = [];
  /** @type {(VNode | string)[]} */
  let line = [];
  const finish = () => {
    if (line.length) all.push(el('p', {}, ...line));
    line = [];
  };
  words.forEach(({ kind, text }, i) => {
    if (kind === 'comment') {
      finish();
      all.push(el('p', { class: 'said' }, text));
      return;
    }
    const glued = text === ')' || words[i - 1]?.text === '(';
    if (line.length && !glued) line.push(' ');
    line.push(el(kind === 'move' ? 'b' : kind === 'aside' ? 'i' : 'span', {}, text));
  });
  finish();
  return all;
}

/** What has been asked for, null where the browser's own command prints. @type {Lesson | null} */
let wanted = null;

/** Has lessons on the page while it is printed, whoever prints it. @param {App} app */
export function listenForPrinting(app) {
  window.addEventListener('beforeprint', () => {
    layOut(app, wanted ?? lessonOf(app));
    wanted = null;
  });
  window.addEventListener('afterprint', clear);
}

/** Asks which parts of a lesson to print. @param {App} app */
export function sheetDialog(app) {
  const { record } = app.chapters;
  let whole = false;
  let fault = '';
  const one = lessonOf(app);
  const all = record ? { games: app.chapters.games, title: record.name, onlyMarked: false } : one;
  let { onlyMarked } = one;
  const lesson = () => ({ ...(whole ? all : one), onlyMarked });
  const print = async () => {
    try {
      for (const game of lesson().games) await namesOf(game);
    } catch (e) {
      fault = app.explain(e);
      d.draw();
      return;
    }
    if (!d.element.open) return; // somebody has thought better of it, or pressed twice
    d.close();
    wanted = lesson();
    window.print();
  };
  const draws = (/** @type {() => void} */ change) => {
    change();
    d.draw();
  };
  const d = showDialog({
    title: t('sheet'),
    class: 'form',
    body: () => [
      choice(
        t('sheetPerPage'),
        'per-page',
        perPage.map((n) => [n, n]),
        String(app.state.settings.perPage),
        (n) => app.set({ perPage: Number(n) }),
      ),
      choice(
        t('sheetWhich'),
        'sheet-which',
        [
          ['said', t('sheetSaid')],
          ['marked', t('sheetMarked')],
        ],
        onlyMarked ? 'marked' : 'said',
        (which) => draws(() => (onlyMarked = which === 'marked')),
      ),
      record &&
        check(t('sheetList', { n: record.games.length }), 'sheet-list', whole, (on) => draws(() => (whole = on))),
      el('p', { key: 'count', role: 'status' }, fault || t('sheetCount', { n: countOf(lesson()) })),
    ],
    actions: () => [closeButton(() => d.close()), button(t('print'), print, { class: 'main', id: 'print' })],
  });
}
