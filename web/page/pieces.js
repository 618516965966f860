// How the pieces look: Chinese characters as outlines, and pictures of our own.

import { glyphs } from './glyphs.js';
import { sideOf } from './squares.js';

/** @typedef {'traditional' | 'simplified' | 'pictures'} PieceSet */

/** @type {Record<string, Record<string, string>>} */
const characters = {
  traditional: {
    K: '帥',
    A: '仕',
    B: '相',
    N: '傌',
    R: '俥',
    C: '炮',
    P: '兵',
    k: '將',
    a: '士',
    b: '象',
    n: '馬',
    r: '車',
    c: '砲',
    p: '卒',
  },
  simplified: {
    K: '帅',
    A: '仕',
    B: '相',
    N: '马',
    R: '车',
    C: '炮',
    P: '兵',
    k: '将',
    a: '士',
    b: '象',
    n: '马',
    r: '车',
    c: '炮',
    p: '卒',
  },
};

/**
 * Pictures around the origin, some 60 units wide. Parts that are cut out are drawn in the
 * colour of the disc.
 * @type {Record<string, { fill: string, cut?: string, line?: string }>}
 */
const pictures = {
  K: {
    fill: 'M-25 12L-31-16L-14-5L0-28L14-5L31-16L25 12ZM-25 16H25V25H-25Z',
    cut: 'M0-13l4 8 8 4-8 4-4 8-4-8-8-4 8-4Z',
  },
  A: {
    fill: 'M0-30C8-24 17-22 25-22V2C25 16 12 25 0 31C-12 25-25 16-25 2V-22C-17-22-8-24 0-30Z',
    cut: 'M0-21C6-17 12-15 18-15V2C18 12 8 18 0 23ZM0 23',
  },
  B: {
    fill:
      'M-11-22C-22-30-35-20-33-4C-32 6-25 11-17 9C-15 13-12 15-8 16C-8 24-6 30 2 31C9 31 12 27 12 22L7 22C7 25 5 26 3 25C1 24 1 20 1 16' +
      'C8 16 14 14 17 9C25 11 32 6 33-4C35-20 22-30 11-22C5-26-5-26-11-22Z',
    cut: 'M-10-6m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0M10-6m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
    line: 'M-17 8C-20 0-19-8-15-14M17 8C20 0 19-8 15-14',
  },
  N: {
    fill: 'M-17 28H23C25 4 23-18 6-25L4-32L-3-26C-12-22-17-14-20-6L-29 6C-31 10-28 16-23 15L-16 11C-11 13-6 10-3 6C-3 14-16 16-17 28Z',
    cut: 'M-9-11a3 3 0 1 0 .1 0Z',
    line: 'M8-18C15-10 17 0 16 12',
  },
  R: {
    fill: 'M-24 28H24V20H19L16-6H22V-26H12V-19H5V-26H-5V-19H-12V-26H-22V-6H-16L-19 20H-24Z',
    line: 'M-15-1H15M-18 15H18',
  },
  C: {
    fill: 'M-30 8C-32-4-24-13-14-13L24-27L30-11L6 2C7 4 8 7 8 10A15 15 0 1 1-22 12L-30 14Z',
    cut: 'M-7 10m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0',
    line: 'M20-25.500L25.500-9',
  },
  P: {
    fill: 'M0-30A11 11 0 0 1 7-10.500H12V-4H6C6 8 10 14 18 19V28H-18V19C-10 14-6 8-6-4H-12V-10.500H-7A11 11 0 0 1 0-30Z',
  },
};

/** A second mark on the pictures' cut, so that wheels look like wheels. */
const spokes = 'M-7 3V17M-14 10H0';

const svg = 'http://www.w3.org/2000/svg';

/**
 * Makes an SVG element.
 * @param {string} name @param {Record<string, string | number>} [attributes] @param {Element[]} [children]
 * @returns {SVGElement}
 */
export function draw(name, attributes = {}, children = []) {
  const e = /** @type {SVGElement} */ (document.createElementNS(svg, name));
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, String(value));
  e.append(...children);
  return e;
}

/**
 * A character as a path of the given height in units, with its middle at (x, y).
 * @param {string} character @param {number} x @param {number} y @param {number} size @param {string} fill
 */
export function character(character, x, y, size, fill) {
  const k = size / 1000;
  return draw('path', { d: glyphs[character] ?? '', transform: `translate(${x} ${y}) scale(${k})`, fill });
}

/** @typedef {{ disc: string, rim: string, ink: string, ring: string }} DiscColours */

/**
 * A piece around the origin, its disc of radius 44.
 * @param {string} piece @param {PieceSet} set @param {{ red: DiscColours, black: DiscColours }} colours
 */
export function drawPiece(piece, set, colours) {
  const c = colours[sideOf(piece)];
  const parts = [
    draw('circle', { r: 44, cy: 3, fill: '#000', opacity: 0.28 }),
    draw('circle', { r: 44, fill: c.rim }),
    draw('circle', { r: 41, fill: c.disc }),
    draw('circle', { r: 36, fill: 'none', stroke: c.ring, 'stroke-width': 2.5 }),
  ];
  // Red has two rings, a sign for those who cannot tell the colours apart.
  if (sideOf(piece) === 'red')
    parts.push(draw('circle', { r: 32.5, fill: 'none', stroke: c.ring, 'stroke-width': 1.2 }));
  if (set === 'pictures') parts.push(...picture(piece, c));
  else parts.push(character(characters[set][piece] ?? '', 0, 0, 52, c.ink));
  return parts;
}

/** @param {string} piece @param {DiscColours} c */
function picture(piece, c) {
  const p = pictures[piece.toUpperCase()];
  const parts = [draw('path', { d: p.fill, fill: c.ink })];
  if (p.cut) parts.push(draw('path', { d: p.cut, fill: c.disc }));
  if (p.line) parts.push(draw('path', { d: p.line, fill: 'none', stroke: c.disc, 'stroke-width': 2.5 }));
  if (piece.toUpperCase() === 'C')
    parts.push(draw('path', { d: spokes, stroke: c.ink, 'stroke-width': 2.5, fill: 'none' }));
  return [draw('g', { transform: 'scale(0.86)' }, parts)];
}
