// Pictures of the board.

/** @typedef {import('./board.js').BoardView} BoardView */

/** How wide a picture is, in pixels. */
const width = 900;

/** The board as an SVG picture of its own. @param {BoardView} view */
export function svgOf(view) {
  const b = view.box;
  const copy = /** @type {SVGElement} */ (view.svg.cloneNode(true));
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(Math.round((width * b.height) / b.width)));
  copy.removeAttribute('aria-hidden');
  // The place of a piece is a style on the page; a picture needs an attribute.
  const squares = new Map([...view.pieces].map(([square, e]) => [e, square]));
  copy.querySelectorAll('g.piece').forEach((e, i) => {
    const original = /** @type {SVGElement} */ (view.discs.children[i]);
    const [x, y] = view.point(squares.get(original) ?? 0);
    e.removeAttribute('style');
    e.setAttribute('transform', `translate(${x} ${y})`);
  });
  return new XMLSerializer().serializeToString(copy);
}

/** The board as a PNG. @param {BoardView} view @returns {Promise<Blob | null>} */
export async function pngOf(view) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(view))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
