// What the board looks like: its colours, lines and marks.

import { character, draw } from './pieces.js';
import { ends, fileOf, numerals, rankOf, squareOf } from './squares.js';

/** @typedef {import('./board.js').Arrow} Arrow */
/** @typedef {import('./board.js').Coordinates} Coordinates */

/**
 * How a board looks.
 * @typedef {object} Look
 * @property {keyof typeof boardColours} theme
 * @property {import('./pieces.js').PieceSet} set
 * @property {Coordinates} coordinates
 * @property {boolean} flipped whether Black is below
 */

export const boardColours = {
  wood: {
    top: '#e9c58b',
    bottom: '#d9ab68',
    grain: '#b98443',
    line: '#5d3a14',
    text: '#5d3a14',
    last: '#1f6feb',
    check: '#d00000',
    target: '#00563f',
    edge: '#fff7e6',
    bad: '#a83200',
    red: { disc: '#f7e9ce', rim: '#c39a5e', ink: '#b3261e', ring: '#b3261e' },
    black: { disc: '#2b2b2b', rim: '#0f0f0f', ink: '#f7e9ce', ring: '#cbb994' },
  },
  dark: {
    top: '#2b3138',
    bottom: '#23282e',
    grain: '#39414a',
    line: '#8d99a6',
    text: '#aab6c2',
    last: '#7fb2ff',
    check: '#ff5c4d',
    target: '#57d9a3',
    edge: '#10141a',
    bad: '#ff9a5c',
    red: { disc: '#f3e2c4', rim: '#a98d5f', ink: '#b3261e', ring: '#b3261e' },
    black: { disc: '#101317', rim: '#55606b', ink: '#f3e2c4', ring: '#8a8069' },
  },
  // black on white: the pieces of Red have a white ground, those of Black a black one
  print: {
    top: '#fff',
    bottom: '#fff',
    grain: '#fff',
    line: '#000',
    text: '#000',
    last: '#000',
    check: '#000',
    target: '#000',
    edge: '#fff',
    bad: '#000',
    red: { disc: '#fff', rim: '#000', ink: '#000', ring: '#000' },
    black: { disc: '#000', rim: '#000', ink: '#fff', ring: '#fff' },
  },
};

/** Where a square is on a board. @param {number} square @param {boolean} flipped whether Black is below @returns {[number, number]} */
export function pointOf(square, flipped) {
  const f = fileOf(square);
  const r = rankOf(square);
  return flipped ? [100 * (8 - f), 100 * r] : [100 * f, 100 * (9 - r)];
}

/** The frame of a board with its coordinates. @param {Coordinates} coordinates */
export function boxOf(coordinates) {
  const side = coordinates === 'letters' ? 84 : 58;
  const end = coordinates === 'none' ? 58 : 84;
  return { x: -side, y: -end, width: 800 + 2 * side, height: 900 + 2 * end };
}

export const arrowColours = {
  hint: '#0072b2',
  best: '#0072b2',
  second: '#6b7f8c',
  bad: '#d55e00',
  loop: '#8a4fbf',
  // drawn by hand
  G: '#15781b',
  R: '#a31515',
  B: '#1d3fa8',
  Y: '#e08a00',
};

/**
 * @param {Arrow} arrow @param {(square: number) => [number, number]} point where a square is
 */
export function drawArrow({ from, to, kind }, point) {
  const [x1, y1] = point(from);
  const [x2, y2] = point(to);
  const length = Math.hypot(x2 - x1, y2 - y1);
  const ux = (x2 - x1) / length;
  const uy = (y2 - y1) / length;
  const thin = kind === 'second' || kind === 'loop';
  const w = thin ? 6 : 9;
  const head = 34;
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    `${x1 + ux * along - uy * aside} ${y1 + uy * along + ux * aside}`;
  const end = length - 8;
  const neck = end - head;
  const outline = [at(26, w), at(neck, w), at(neck, 3 * w), at(end, 0), at(neck, -3 * w), at(neck, -w), at(26, -w)];
  return draw('path', {
    d: `M${outline.join('L')}Z`,
    fill: arrowColours[kind],
    stroke: '#fff',
    'stroke-width': 3,
    opacity: thin ? 0.6 : 0.88,
    class: `arrow ${kind}`,
  });
}

/** A mark drawn by hand: an arrow, or a circle. @param {string} mark as PGN writes it @param {(square: number) => [number, number]} point */
export function drawMark(mark, point) {
  const kind = /** @type {keyof typeof arrowColours} */ (mark[0]);
  const from = squareOf(mark.slice(1));
  if (mark.length > 3) return drawArrow({ from, to: squareOf(mark.slice(3)), kind }, point);
  const [cx, cy] = point(from);
  const ring = (/** @type {string} */ stroke, /** @type {number} */ width) =>
    draw('circle', { cx, cy, r: 46, fill: 'none', stroke, 'stroke-width': width });
  return draw('g', { class: `circle ${kind}` }, [ring('#fff', 12), ring(arrowColours[kind], 8)]);
}

/**
 * The mark of a square to which the chosen piece can go: a ring around a piece that it
 * takes, else a dot; with a cross or an equals sign where the rules make a loss or a draw.
 * @param {import('./board.js').View} view @param {string} move @param {[number, number]} point where it ends
 * @param {typeof boardColours['wood']} c colours
 */
export function drawTarget(view, move, [x, y], c) {
  const loses = view.loses?.has(move);
  const colour = loses ? c.bad : c.target;
  const ring = { cx: x, cy: y, r: 47, fill: 'none', stroke: colour, 'stroke-width': 6, 'stroke-dasharray': '22 8' };
  const dot = { cx: x, cy: y, r: 15, fill: colour, stroke: c.edge, 'stroke-width': 3 };
  const marks = [draw('circle', view.board[ends(move)[1]] ? ring : dot)];
  if (loses || view.draws?.has(move)) {
    const d = loses ? 'M-11-11L11 11M11-11L-11 11' : 'M-11-5H11M-11 5H11';
    marks.push(draw('path', { d, transform: `translate(${x} ${y})`, stroke: c.edge, 'stroke-width': 5, fill: 'none' }));
  }
  return marks;
}

/**
 * The mark of a square to reach, a star, or around a piece to take, a ring.
 * @param {[number, number]} point @param {boolean} piece whether one stands there
 */
export function drawGoal([x, y], piece) {
  const look = { class: 'goal', stroke: '#7a4b00', 'stroke-width': 3 };
  if (piece)
    return draw('circle', { ...look, cx: x, cy: y, r: 50, fill: 'none', stroke: '#ffb000', 'stroke-width': 9 });
  const points = Array.from({ length: 10 }, (_, i) => {
    const r = i % 2 ? 15 : 36;
    const angle = (i * Math.PI) / 5;
    return `${x + r * Math.sin(angle)} ${y - r * Math.cos(angle)}`;
  });
  return draw('path', { ...look, d: `M${points.join('L')}Z`, fill: '#ffc933' });
}

/** The empty board. @param {Look} v */
export function drawBoard(v) {
  const c = boardColours[v.theme];
  const b = boxOf(v.coordinates);
  const id = `wood-${v.theme}`;
  const lines = [];
  for (let rank = 0; rank < 10; rank++) lines.push(`M0 ${100 * rank}H800`);
  for (let file = 0; file < 9; file++) {
    if (file === 0 || file === 8) lines.push(`M${100 * file} 0V900`);
    else lines.push(`M${100 * file} 0V400M${100 * file} 500V900`);
  }
  lines.push('M300 0L500 200M500 0L300 200M300 900L500 700M500 900L300 700');
  for (const [file, rank] of [
    [1, 2],
    [7, 2],
    [0, 3],
    [2, 3],
    [4, 3],
    [6, 3],
    [8, 3],
    [1, 7],
    [7, 7],
    [0, 6],
    [2, 6],
    [4, 6],
    [6, 6],
    [8, 6],
  ]) {
    const x = 100 * file;
    const y = 100 * (9 - rank);
    for (const sx of [-1, 1]) {
      if ((file === 0 && sx < 0) || (file === 8 && sx > 0)) continue;
      for (const sy of [-1, 1]) lines.push(`M${x + sx * 8} ${y + sy * 26}V${y + sy * 8}H${x + sx * 26}`);
    }
  }
  const grain = [];
  for (let i = 0; i < 14; i++) {
    const y = b.y + ((i + 0.5) * b.height) / 14;
    const bend = 18 + ((i * 37) % 29);
    grain.push(
      `M${b.x} ${y}C${b.x + b.width / 3} ${y - bend} ${b.x + (2 * b.width) / 3} ${y + bend} ${b.x + b.width} ${y - bend / 2}`,
    );
  }
  const stops = [draw('stop', { offset: 0, 'stop-color': c.top }), draw('stop', { offset: 1, 'stop-color': c.bottom })];
  const g = draw('g', {}, [
    draw('defs', {}, [draw('linearGradient', { id, x2: 0.3, y2: 1 }, stops)]),
    draw('rect', { x: b.x, y: b.y, width: b.width, height: b.height, rx: 14, fill: `url(#${id})` }),
    draw('path', { d: grain.join(''), fill: 'none', stroke: c.grain, 'stroke-width': 2, opacity: 0.3 }),
    draw('path', { d: lines.join(''), fill: 'none', stroke: c.line, 'stroke-width': 2.5, 'stroke-linecap': 'square' }),
    draw('rect', { x: -9, y: -9, width: 818, height: 918, fill: 'none', stroke: c.line, 'stroke-width': 5 }),
  ]);
  const river = v.set === 'simplified' ? '楚河汉界' : '楚河漢界';
  [150, 250, 550, 650].forEach((x, i) => g.append(character(river[i], x, 450, 62, c.text)));
  g.append(...labels(v, c.text));
  return g;
}

/** The names of files and ranks. @param {Look} v @param {string} fill */
function labels(v, fill) {
  /** @type {Element[]} */
  const all = [];
  if (v.coordinates === 'none') return all;
  const text = (/** @type {string} */ s, /** @type {number} */ x, /** @type {number} */ y) => {
    const e = draw('text', {
      x,
      y,
      fill,
      'font-size': 28,
      'font-family': 'sans-serif',
      'text-anchor': 'middle',
      'dominant-baseline': 'central',
    });
    e.textContent = s;
    return e;
  };
  const bottom = 964;
  const top = -64;
  for (let file = 0; file < 9; file++) {
    const x = v.flipped ? 100 * (8 - file) : 100 * file;
    const redY = v.flipped ? top : bottom;
    const blackY = v.flipped ? bottom : top;
    if (v.coordinates === 'letters') {
      all.push(text('abcdefghi'[file], x, bottom), text('abcdefghi'[file], x, top));
    } else if (v.coordinates === 'chinese') {
      all.push(
        character(numerals[8 - file], x, redY, 26, fill),
        character('１２３４５６７８９'[file], x, blackY, 30, fill),
      );
    } else {
      all.push(text(String(9 - file), x, redY), text(String(file + 1), x, blackY));
    }
  }
  if (v.coordinates === 'letters') {
    for (let rank = 0; rank < 10; rank++) {
      const y = v.flipped ? 100 * rank : 100 * (9 - rank);
      all.push(text(String(rank), -64, y), text(String(rank), 864, y));
    }
  }
  return all;
}

/** Four corners around a point. @param {number} x @param {number} y @param {string} stroke */
export function corners(x, y, stroke) {
  let d = '';
  for (const sx of [-1, 1]) {
    for (const sy of [-1, 1]) d += `M${sx * 47} ${sy * 28}V${sy * 47}H${sx * 28}`;
  }
  return draw('path', { d, transform: `translate(${x} ${y})`, fill: 'none', stroke, 'stroke-width': 6 });
}
