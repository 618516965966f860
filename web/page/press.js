// Holds up drawing while something is being pressed.

import { byId } from './ui.js';

/** How long a press holds up drawing at most, in milliseconds. */
const longestPress = 1000;
/** How long after a finger has gone up the click may still come, in milliseconds. */
const latestTap = 300;

/** The timer that lets drawing go on, 0 while nothing holds it up. */
let hold = 0;
/** What to draw then, by the part that draws it. @type {Map<unknown, () => void>} */
const held = new Map();

/**
 * Whether a press outside the board is under way. Drawing then waits until it has ended:
 * the click on a button that is replaced between press and release would be lost.
 * @param {unknown} who the part that draws @param {() => void} draw takes the place of an earlier one by the same part
 */
export function heldByPress(who, draw) {
  if (hold) held.set(who, draw);
  else held.delete(who);
  return hold !== 0;
}

/** Holds up drawing from now on, 0 to end that without drawing. @param {number} milliseconds */
function holdFor(milliseconds) {
  clearTimeout(hold);
  hold = milliseconds && window.setTimeout(release, milliseconds);
}

function release() {
  holdFor(0);
  const all = [...held.values()];
  held.clear();
  for (const draw of all) {
    try {
      draw();
    } catch (e) {
      reportError(e); // the others draw all the same
    }
  }
}

addEventListener('pointerdown', (e) => {
  if (e.button !== 0) return;
  if (byId('board').contains(/** @type {Node} */ (e.target))) release();
  else holdFor(longestPress);
}, true);
// A mouse clicks in the same moment.
addEventListener('pointerup', (e) => { if (hold) holdFor(e.pointerType === 'mouse' ? 1 : latestTap); }, true);
addEventListener('pointercancel', release, true);
// The space bar clicks a button when it goes up.
addEventListener('keydown', (e) => {
  if (e.key === ' ' && !e.repeat && e.target instanceof Element && e.target.closest('button')) holdFor(longestPress);
}, true);
addEventListener('keyup', (e) => { if (hold && e.key === ' ') holdFor(1); }, true);
// Who answers a click finds the page as it was pressed, and draws at once.
addEventListener('click', () => holdFor(0), true);
addEventListener('click', release);
