// The buttons and choices under a puzzle.

import { hardest } from './puzzlefile.js';
import { t } from './texts.js';
import { button, choice, el } from './ui.js';

/** @typedef {import('./puzzles.js').Puzzles} Puzzles */
/** @typedef {import('./puzzlefile.js').Puzzle} Puzzle */

/** The kinds of puzzles, and which ones belong to them. @type {Record<string, (p: Puzzle) => boolean>} */
export const kinds = {
  all: () => true,
  mate1: (p) => p.theme === 'mate' && p.length === 1,
  mate2: (p) => p.theme === 'mate' && p.length === 2,
  mate3: (p) => p.theme === 'mate' && p.length === 3,
  mate4: (p) => p.theme === 'mate' && p.length > 3,
  material: (p) => p.theme === 'material',
  defend: (p) => p.theme === 'defend',
};

/** A grade as stars. @param {number} grade */
export const stars = (grade) => '★'.repeat(grade) + '☆'.repeat(hardest - grade);

/** @param {Puzzles} puzzles @returns {import('./ui.js').Child[]} */
export function puzzleControls(puzzles) {
  const { puzzle, progress, chosen, all } = puzzles;
  const count = (/** @type {Puzzle[]} */ of) => `${of.filter((p) => progress.done[p.id]).length}/${of.length}`;
  const kindTexts = Object.entries(kinds).map(
    ([kind, belongs]) =>
      /** @type {[string, string]} */ ([
        kind,
        t('counted', { what: t(`puzzles-${kind}`), n: count(all.filter(belongs)) }),
      ]),
  );
  const ofKind = all.filter(kinds[progress.kind] ?? kinds.all);
  /** @type {[string, string][]} */
  const gradeTexts = [['0', t('anyGrade')]];
  for (let grade = 1; grade <= hardest; grade++) {
    const n = count(ofKind.filter((p) => p.grade === grade));
    gradeTexts.push([String(grade), t('counted', { what: stars(grade), n })]);
  }
  return [
    el(
      'div',
      { class: 'row', key: 'row-puzzle' },
      puzzles.failed && button(t('askAgain'), () => puzzles.tryAgain(), { id: 'puzzle-ask-again', class: 'main' }),
      button(t('nextPuzzle'), () => puzzles.next(), {
        id: 'puzzle-next',
        key: 'N',
        class: puzzles.ended ? 'main' : undefined,
        disabled: !chosen.length,
      }),
      button(t('hint'), () => puzzles.hint(), { id: 'puzzle-hint', key: 'H', disabled: puzzles.state !== 'solve' }),
      button(t('solution'), () => puzzles.show(), { id: 'puzzle-show', key: 'S', disabled: !puzzle || puzzles.ended }),
      button(t('puzzleAgain'), () => puzzles.retry(), {
        id: 'puzzle-retry',
        key: 'R',
        disabled: !puzzles.moves.length,
      }),
    ),
    choice(t('puzzleKind'), 'puzzle-kind', kindTexts, progress.kind, (kind) => puzzles.choose({ kind })),
    choice(t('puzzleGrade'), 'puzzle-grade', gradeTexts, String(progress.grade), (grade) =>
      puzzles.choose({ grade: Number(grade) }),
    ),
    el(
      'div',
      { class: 'row', key: 'row-leave' },
      button(t('leavePuzzles'), () => puzzles.app.toGame(), { id: 'puzzle-leave', key: 'Esc' }),
    ),
  ];
}
