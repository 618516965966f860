// The classroom: the teacher's board, which others follow, and rooms in which two people
// play each other. A program that only its own machine reaches has none.

import { ask } from './api.js';
import { closeButton, showDialog } from './dialog.js';
import { requestFor } from './positions.js';
import { teacherToken } from './store.js';
import { t } from './texts.js';
import { button, check, el } from './ui.js';

/** @typedef {import('./app.js').App} App */

/** How long a position stays on the teacher's board before it is shown, in ms. */
const settled = 60;

export class Classroom {
  /** whether the board is shown to those who follow */
  teaching = false;
  timer = 0;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** Shows the board from now on, or no more. @param {boolean} on */
  async teach(on) {
    try {
      await this.send(on);
      this.teaching = on;
    } catch (e) {
      this.app.report(e);
    }
  }

  /** @param {boolean} on */
  send(on) {
    const { state } = this.app;
    const { flipped, game } = state;
    return ask('show', { ...requestFor(state), flipped, marks: game.current.marks, on, token: teacherToken.value });
  }

  /** The board shows another position, or something else is drawn on it. */
  shown() {
    if (!this.teaching) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.send(true).catch((e) => this.app.report(e)), settled);
  }
}

/** Asks whom to follow or to play. @param {App} app */
export function classroomDialog(app) {
  const { classroom, offers } = app;
  let code = '';
  const away = async (/** @type {() => void} */ then) => {
    if (!(await app.state.mode.yields())) return;
    d.close();
    then();
  };
  const teach = async (/** @type {boolean} */ on) => {
    await classroom.teach(on);
    d.draw();
  };
  const open = (/** @type {import('./game.js').Side} */ side) =>
    button(t('roomOpen', { side: t(side) }), () => away(() => app.room.open(side)), { id: `room-${side}` });
  const d = showDialog({
    title: t('classroom'),
    class: 'form',
    body: () => [
      ...(teacherToken.value
        ? [
            check(t('teach'), 'teach', classroom.teaching, teach),
            offers.address && el('p', { key: 'address' }, t('teachAddress', { address: offers.address })),
          ]
        : []),
      button(t('followTeacher'), () => away(() => app.following.start()), { id: 'follow' }),
      el('h3', { key: 'room' }, t('roomPlay')),
      el('div', { class: 'row', key: 'open' }, open('red'), open('black')),
      el(
        'div',
        { class: 'field', key: 'code' },
        el('label', { for: 'room-code' }, t('roomCode')),
        el('input', {
          id: 'room-code',
          type: 'text',
          inputmode: 'numeric',
          value: code,
          oninput: (/** @type {any} */ e) => {
            code = e.target.value.trim();
          },
        }),
      ),
      button(t('roomJoin'), () => away(() => app.room.join(code)), { id: 'room-join' }),
    ],
    actions: () => [closeButton(() => d.close())],
  });
}
