// The buttons under a step of the course, and the choices under its explanation.

import { t } from './texts.js';
import { button, choice, el } from './ui.js';

/** @typedef {import('./course.js').Course} Course */

/** The lessons that are not about a piece. */
const ideas = ['check', 'answer', 'mate', 'stalemate', 'repetition'];

/** What a lesson is called. @param {string} lesson */
const lessonName = (lesson) => (ideas.includes(lesson) ? t(`lesson-${lesson}`) : t(`name-${lesson}`));

/** @param {Course} course */
export function courseButtons(course) {
  const { step, all, state } = course;
  const last = step === all.at(-1);
  return el(
    'div',
    { class: 'row', key: 'row-course' },
    course.failed && button(t('askAgain'), course.failed, { id: 'course-ask-again', class: 'main' }),
    button(last ? t('playFirst') : t('nextStep'), () => course.next(), {
      id: 'course-next',
      key: 'N',
      class: state === 'done' ? 'main' : undefined,
      disabled: !step,
    }),
    button(t('hint'), () => course.hint(), { id: 'course-hint', key: 'H', disabled: state !== 'try' }),
    button(t('puzzleAgain'), () => course.again(), { id: 'course-again', key: 'R', disabled: !course.own.length }),
  );
}

/** Which lesson it is, and the way out. They stand under the explanation, which a phone then shows with the board. @param {Course} course */
export function courseChoice(course) {
  const { step, all, progress } = course;
  const lessons = [...new Set(all.map((s) => s.lesson))];
  const options = lessons.map((lesson) => {
    const of = all.filter((s) => s.lesson === lesson);
    const n = `${of.filter((s) => progress.done.includes(s.id)).length}/${of.length}`;
    return /** @type {[string, string]} */ ([lesson, t('counted', { what: lessonName(lesson), n })]);
  });
  return el(
    'div',
    { class: 'lessons', key: 'lessons' },
    step && choice(t('lesson'), 'lesson', options, step.lesson, (lesson) => course.start({ lesson })),
    step && el('p', { class: 'state', key: 'at' }, t('courseAt', { at: all.indexOf(step) + 1, of: all.length })),
    el(
      'div',
      { class: 'row', key: 'row-leave' },
      button(t('leavePuzzles'), () => course.app.toGame(), { id: 'course-leave', key: 'Esc' }),
    ),
  );
}
