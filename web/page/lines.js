// Lines of moves as buttons, which show where they lead and play it.

import { after } from './squares.js';
import { notationText } from './texts.js';
import { el } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./game.js').Node} Node */
/** @typedef {{ from: Node, moves: import('./api.js').MoveText[] }} Line moves from a node */

/** The button that is pressed, and the line it stood for then. @type {{ id: string, line: Line } | null} */
let pressed = null;

/**
 * The buttons of a line. While a button is pressed an analysis may put other moves there:
 * the click plays those that were pressed.
 * @param {App} app @param {string} id of the line @param {Line} line
 */
export function lineButtons(app, id, { from, moves }) {
  return moves.map((m, at) => {
    const own = `${id}-${at}`;
    const line = { from, moves: moves.slice(0, at + 1) };
    const show = () => app.point({ id, at });
    const hide = () => app.point(null);
    return el(
      'button',
      {
        type: 'button',
        class: 'pv',
        id: own,
        onpointerenter: show,
        onpointerleave: hide,
        onfocus: show,
        onblur: hide,
        onpointerdown: () => {
          pressed = { id: own, line };
        },
        onclick: (/** @type {MouseEvent} */ e) => {
          const byPointer = e.detail > 0 && pressed?.id === own;
          app.state.mode.playLine(byPointer && pressed ? pressed.line : line);
          pressed = null;
        },
      },
      notationText(m, app.state.notation),
    );
  });
}

/**
 * The position to which a line leads.
 * @param {import('./game.js').Game} game @param {Line} line @param {number} at the last of its moves
 */
export const endOf = (game, { from, moves }, at) => ({
  board: moves.slice(0, at + 1).reduce((board, m) => after(board, m.move), game.boardAt(from)),
  last: moves[at].move,
});
