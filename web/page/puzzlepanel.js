// What there is to say about a puzzle, and the buttons and choices under it.

import { hardest } from './puzzlefile.js';
import { other, sideOf, squareOf } from './squares.js';
import { sentences, sidePiece, squareText, t } from './texts.js';
import { chance, dayOf, fitting, kinds, rough } from './training.js';
import { button, choice, el } from './ui.js';
import { saidMove, wordsAndMove } from './words.js';

/** @typedef {import('./puzzles.js').Puzzles} Puzzles */

/** A grade as stars. @param {number} grade */
const stars = (grade) => '★'.repeat(grade) + '☆'.repeat(hardest - grade);

/** What is to be done. @param {Puzzles} puzzles */
export function taskText({ puzzle, side: own }) {
  if (!puzzle) return t('looking');
  const side = t(own);
  if (puzzle.theme === 'material') return t('puzzleWin', { side });
  if (puzzle.theme === 'defend') return t('puzzleDefend', { side });
  if (puzzle.theme === 'own') return t('puzzleOwn', { side });
  return t(puzzle.length === 1 ? 'puzzleMate1' : 'puzzleMate', { side, moves: puzzle.length });
}

/** What is to be done, or what has become of it. @param {Puzzles} puzzles @returns {string} */
export function statusText(puzzles) {
  const page = puzzles.app.state;
  const { puzzle, solution, known, state, moves, mate, hints, helped, refutation } = puzzles;
  if (refutation.on) return refutation.status;
  if (puzzles.fault) return puzzles.fault;
  if (state === 'solved' && mate) {
    const least = Math.ceil(((puzzle?.moves.length ?? 0) - moves.length + 1) / 2);
    return t('puzzleOther', { moves: mate, least });
  }
  if (state === 'solved') return t(helped ? 'puzzleSolvedHelped' : 'puzzleSolved');
  if (state === 'shown') return t('puzzleShown');
  if (state === 'wrong') return t('puzzleWrong');
  if (hints === 2 && solution && known) {
    const say = page.settings.words ? saidMove : wordsAndMove;
    return t('hintIs', { move: say(page, puzzles.board(), known.texts[solution]) });
  }
  if (hints === 1 && solution) {
    const piece = puzzles.board()[squareOf(solution)];
    return t('puzzleHint', { piece: sidePiece(piece), square: squareText(solution, sideOf(piece), page.notation) });
  }
  if (!moves.length) return taskText(puzzles);
  const answer = state === 'solve' && known?.line.at(-1);
  if (!answer) return t('puzzleGoOn');
  const before = puzzles.boardAfter(moves.slice(0, -1));
  return t('puzzleAnswered', { side: t(other(puzzles.side)), move: saidMove(page, before, answer) });
}

/** What there is to say about the puzzle, how hard it is, and what comes again today. @param {Puzzles} puzzles @returns {import('./ui.js').Child[]} */
export function aboutPuzzle(puzzles) {
  const { puzzle, progress, ended, training, all } = puzzles;
  const { daily, chosen, due } = training.summary;
  const texts = [];
  const task = taskText(puzzles);
  if (puzzle?.theme === 'own') texts.push(puzzles.status === task ? '' : task);
  else if (puzzle) {
    const { id, grade } = puzzle;
    const at = chosen.indexOf(puzzle) + 1;
    const done = !ended && progress.done[id];
    texts.push(
      sentences(
        puzzles.status === task ? '' : task, // once is enough
        puzzle === daily ? dailyText(progress.daily) : '',
        at ? t('puzzleAt', { at, of: chosen.length, stars: stars(grade) }) : t('puzzleStars', { stars: stars(grade) }),
        done ? t(`puzzle-${done}`) : '',
      ),
      strengthText(puzzles, puzzle.rating),
    );
  }
  if (all.length && !chosen.length) texts.push(t(progress.kind === 'missed' ? 'noneMissed' : 'noPuzzles'));
  const repeat = due > 0 && progress.kind !== 'missed';
  return [
    ...texts.filter(Boolean).map((text, i) => el('p', { class: i ? 'notice' : 'notice puzzle' }, text)),
    repeat &&
      el(
        'p',
        { class: 'notice', key: 'due' },
        t('puzzlesDue', { n: due }),
        button(t('repeatMissed'), () => puzzles.choose({ kind: 'missed' }), { id: 'puzzle-due', class: 'small-link' }),
      ),
  ];
}

/** @param {import('./training.js').Progress['daily']} daily */
const dailyText = ({ day, row }) =>
  sentences(t('dailyIs'), day === dayOf() && row > 1 ? t('dailyRow', { n: row }) : '');

/** How hard a puzzle is for the person, or what it has changed. @param {Puzzles} puzzles @param {number} rating */
function strengthText({ puzzle, progress, training, ratedBefore }, rating) {
  const own = Math.round(progress.own.rating);
  if (ratedBefore) {
    const by = own - Math.round(ratedBefore);
    const now = t('ratingNow', { own, by: by < 0 ? `−${-by}` : `+${by}` });
    return sentences(now, progress.own.deviation > rough ? t('ratingRough') : '');
  }
  if (!puzzle || !training.isNew(puzzle.id)) return t('ratingIs', { own });
  return t('puzzleOdds', { own, rating, n: Math.round(10 * chance(own, rating)) });
}

/** @param {Puzzles} puzzles @returns {import('./ui.js').Child[]} */
export function puzzleControls(puzzles) {
  const { puzzle, progress } = puzzles;
  const { chosen, counts } = puzzles.training.summary;
  const counted = (/** @type {string} */ name, /** @type {string} */ what) =>
    /** @type {[string, string]} */ ([name, t('counted', { what, n: counts[name] })]);
  const kindTexts = [...Object.keys(kinds), 'missed'].map((kind) => counted(kind, t(`puzzles-${kind}`)));
  /** @type {[string, string][]} */
  const gradeTexts = [
    [String(fitting), t('fittingGrade')],
    ['0', t('anyGrade')],
  ];
  for (let grade = 1; grade <= hardest; grade++) gradeTexts.push(counted(String(grade), stars(grade)));
  return [
    el(
      'div',
      { class: 'row', key: 'row-puzzle' },
      puzzles.failed && button(t('askAgain'), puzzles.failed, { id: 'puzzle-ask-again', class: 'main' }),
      button(t('nextPuzzle'), () => puzzles.next(), {
        id: 'puzzle-next',
        key: 'N',
        class: puzzles.ended ? 'main' : undefined,
        disabled: !chosen.length,
      }),
      button(t('hint'), () => puzzles.hint(), { id: 'puzzle-hint', key: 'H', disabled: puzzles.state !== 'solve' }),
      button(t('solution'), () => puzzles.show(), { id: 'puzzle-show', key: 'S', disabled: !puzzle || puzzles.ended }),
      puzzles.refutation.tried &&
        button(t('whyNot'), () => puzzles.refutation.ask(), {
          id: 'puzzle-why',
          key: 'W',
          disabled: !puzzles.refutation.possible,
        }),
      button(t('puzzleAgain'), () => puzzles.retry(), {
        id: 'puzzle-retry',
        key: 'R',
        disabled: !puzzles.moves.length && !puzzles.refutation.on,
      }),
    ),
    choice(t('puzzleKind'), 'puzzle-kind', kindTexts, progress.kind, (kind) => puzzles.choose({ kind })),
    choice(
      t('puzzleGrade'),
      'puzzle-grade',
      gradeTexts,
      String(progress.grade),
      (grade) => puzzles.choose({ grade: Number(grade) }),
      { disabled: progress.kind === 'missed' },
    ),
    el(
      'div',
      { class: 'row', key: 'row-leave' },
      button(t('dailyPuzzle'), () => puzzles.daily(), { id: 'puzzle-daily', key: 'D', disabled: !puzzles.all.length }),
      button(t('leavePuzzles'), () => puzzles.app.toGame(), { id: 'puzzle-leave', key: 'Esc' }),
    ),
  ];
}
