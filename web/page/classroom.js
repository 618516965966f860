// The classroom: the teacher's board, which others follow, and rooms in which two people
// play each other. A program that only its own machine reaches has none.

import { ask, ServerError } from './api.js';
import { closeButton, showDialog } from './dialog.js';
import { roomText } from './following.js';
import { requestFor } from './positions.js';
import { pupilName, saveTeaching, teacherToken, wasTeaching } from './store.js';
import { listed, t } from './texts.js';
import { button, check, el, field } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** Who is there. @typedef {{ following: { name: string, pages: number }[], rooms: import('./following.js').RoomRow[] }} Pupils */

/** How long a position stays on the teacher's board before it is shown, in ms. */
const settled = 60;

/** How often the teacher's list of pupils is renewed, in ms. */
const lookEvery = 3000;

export class Classroom {
  /** whether the board is shown to those who follow */
  teaching = false;
  /** whether it is to be, which the program may not have heard yet */
  wanted = false;
  timer = 0;
  /** settled once what was sent before has arrived: a later position must not arrive earlier */
  sent = Promise.resolve();

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** Shows the board from now on, or no more. @param {boolean} on @returns {Promise<string>} why it does not, '' if it does */
  async teach(on) {
    let fault = '';
    clearTimeout(this.timer);
    this.wanted = on;
    try {
      await this.send(on);
      this.teaching = on;
    } catch (e) {
      this.wanted = this.teaching;
      if (this.wanted) this.shown(); // what changed in the meantime
      fault = this.app.explain(e);
    }
    saveTeaching(this.teaching);
    return fault;
  }

  /** Shows the board after a reload as before. */
  async resume() {
    if (!wasTeaching()) return;
    await this.app.offered;
    if (!this.app.offers.classroom) return;
    const fault = await this.teach(true);
    if (fault) this.app.say(fault);
  }

  /** @param {boolean} on @param {() => boolean} [still] asked once what was sent before has arrived @returns {Promise<void>} */
  send(on, still = () => true) {
    const { state } = this.app;
    const asked = this.sent.then(async () => {
      if (!still()) return;
      const { flipped, game } = state;
      await ask('show', { ...requestFor(state), flipped, marks: game.current.marks, on, token: teacherToken.value });
    });
    this.sent = asked.catch(() => {});
    return asked;
  }

  /** The board shows another position, or something else is drawn on it. */
  shown() {
    if (!this.wanted) return;
    clearTimeout(this.timer);
    // Not once the teacher has stopped, and not where a later change will be sent.
    const still = () => this.wanted && this.timer === timer;
    const timer = window.setTimeout(() => this.send(true, still).catch((e) => this.app.report(e)), settled);
    this.timer = timer;
  }
}

/** Asks whom to follow or to play, and shows the teacher who is there. @param {App} app */
export function classroomDialog(app) {
  const { classroom, offers } = app;
  let code = '';
  let name = pupilName.value;
  let timer = 0;
  /** @type {Pupils | null} */
  let pupils = null;
  const away = async (/** @type {() => void} */ then) => {
    if (!(await app.state.mode.yields())) return;
    d.close();
    then();
  };
  const rename = (/** @type {string} */ text) => {
    name = text;
    pupilName.value = text.trim();
  };
  let fault = '';
  const teach = async (/** @type {boolean} */ on) => {
    fault = await classroom.teach(on);
    d.draw();
  };
  const open = (/** @type {import('./game.js').Side} */ side) =>
    button(t('roomOpen', { side: t(side) }), () => away(() => app.room.open(side)), { id: `room-${side}` });
  const teaching = () => [
    check(t('teach'), 'teach', classroom.teaching, teach),
    fault && el('p', { class: 'fault', key: 'fault', role: 'alert' }, fault),
    offers.address && el('p', { key: 'address' }, t('teachAddress', { address: offers.address })),
    pupils && followers(pupils),
    ...(pupils?.rooms ?? []).map((room) => {
      const watch = button(t('roomWatch'), () => away(() => app.following.start(room.code)), {
        id: `watch-${room.code}`,
        class: 'small-link',
        about: `players-${room.code}`,
      });
      return el(
        'p',
        { key: room.code, class: 'room' },
        el('span', { id: `players-${room.code}` }, roomText(room)),
        ' ',
        watch,
      );
    }),
  ];
  let noRoom = ''; // why the person is not in the room
  const refused = (/** @type {unknown} */ e) => {
    noRoom = app.explain(e);
    if (d.element.open) d.draw();
    else app.say(noRoom);
  };
  const join = async () => {
    if (!(await app.state.mode.yields())) return;
    if (await app.room.join(code, refused)) d.close();
  };
  const d = showDialog({
    title: t('classroom'),
    class: 'form',
    body: () => [
      ...(teacherToken.value ? teaching() : []),
      field(t('pupilName'), 'pupil-name', name, rename, { maxlength: 40 }),
      button(t('followTeacher'), () => away(() => app.following.start()), { id: 'follow' }),
      el('h3', { key: 'room' }, t('roomPlay')),
      el('div', { class: 'row', key: 'open' }, open('red'), open('black')),
      el(
        'form',
        {
          key: 'join',
          onsubmit: (/** @type {Event} */ e) => {
            e.preventDefault();
            join();
          },
        },
        field(t('roomCode'), 'room-code', code, (text) => (code = text.trim()), { inputmode: 'numeric' }),
        button(t('roomJoin'), join, { id: 'room-join' }),
        el('p', { class: 'fault', role: 'alert' }, noRoom),
      ),
    ],
    actions: () => [closeButton(() => d.close())],
    closed: () => clearTimeout(timer),
  });
  const look = async () => {
    try {
      pupils = await ask('pupils', { token: teacherToken.value });
      d.draw();
    } catch (e) {
      if (e instanceof ServerError && e.code === 'teacher') return; // of an earlier start
    }
    if (d.element.open) timer = window.setTimeout(look, lookEvery);
  };
  if (teacherToken.value) look();
}

/** Who follows the teacher. @param {Pupils} pupils */
function followers({ following }) {
  const names = following.map(({ name, pages }) => (name || t('pupilNameless')) + (pages > 1 ? ` ×${pages}` : ''));
  const text = names.length ? t('pupilsFollow', { names: listed(names) }) : t('pupilsNone');
  return el('p', { key: 'pupils', id: 'pupils' }, text);
}
