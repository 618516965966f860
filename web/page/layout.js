// How the page is laid out where style sheets cannot say it alone: the largest board is a
// matter of the screen or of the settings.

/** Where the board takes the whole height anyway: on a phone on its side, or a page that is zoomed. */
const low = matchMedia('(max-height: 500px) and (min-aspect-ratio: 4/3)');
/** Where there is room for a panel beside such a board. */
const landscape = matchMedia('(min-aspect-ratio: 5/4)');
/** Where the menu has small buttons. */
const small = matchMedia('(max-width: 1100px), (max-height: 500px)');

/**
 * Keeps the classes of the page as the screen and the settings say. What is said in a box
 * that does not grow can be scrolled with the keyboard too, if it is too long.
 * @param {import('./app.js').App} app
 */
export function followScreen(app) {
  for (const screen of [low, landscape, small]) screen.addEventListener('change', () => layOut(app.state.settings));
  const status = /** @type {HTMLElement} */ (document.getElementById('status'));
  const reach = () => {
    if (status.scrollHeight > status.clientHeight + 1) status.tabIndex = 0;
    else status.removeAttribute('tabindex');
  };
  new MutationObserver(reach).observe(status, { childList: true, characterData: true, subtree: true });
}

/** @param {import('./store.js').Settings} settings */
export function layOut(settings) {
  const large = low.matches || (settings.large && landscape.matches);
  const { classList } = document.documentElement;
  classList.toggle('large', large);
  classList.toggle('compact', large || small.matches);
}
