// Lets one go through the games of a page of chuhe annotate. The positions are in the
// page, so nothing here knows the rules.
'use strict';

const players = new Map(); // by the id of the game's section
let current; // the player to which the keys belong

for (const root of document.querySelectorAll('.player')) {
  const game = root.closest('section').id;
  players.set(game, player(root, game));
  current ??= players.get(game);
}

/** Makes a player work. */
function player(root, game) {
  const nodes = JSON.parse(root.querySelector('script').textContent);
  const pieces = root.querySelector('.pieces');
  const list = root.querySelector('.list');
  const self = { show, go };
  let at = 0;

  function draw(name, attributes) {
    const part = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const key of Object.keys(attributes)) part.setAttribute(key, attributes[key]);
    pieces.append(part);
  }

  /** Shows a position by its number. */
  function show(number) {
    const node = nodes[number];
    if (!node) return;
    at = number;
    current = self;
    pieces.replaceChildren();
    node.board.split('/').forEach((row, y) => {
      let x = 0;
      for (const c of row) {
        if (Number(c)) x += Number(c);
        else draw('use', { href: '#piece-' + c, x: 50 + 100 * x++, y: 50 + 100 * y });
      }
    });
    for (const square of node.move ? [node.move.slice(0, 2), node.move.slice(2)] : []) {
      draw('circle', { class: 'mark', r: 46, cx: 50 + 100 * (square.charCodeAt(0) - 97), cy: 950 - 100 * Number(square[1]) });
    }
    for (const link of list.querySelectorAll('[aria-current]')) link.removeAttribute('aria-current');
    const link = document.getElementById(game + 'n' + number);
    root.querySelector('.said').textContent = link ? link.textContent : '';
    if (!link) {
      list.scrollTop = 0;
      return;
    }
    link.setAttribute('aria-current', 'true');
    const [box, line] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
    list.scrollTop += line.top - box.top - box.height / 2;
  }

  /** Goes a step: first, back, forward or last. */
  function go(step) {
    let to = at;
    if (step === 'first') to = 0;
    if (step === 'back') to = nodes[at].parent;
    if (step === 'forward') to = nodes[at].next;
    if (step === 'last') while (nodes[to].next > 0) to = nodes[to].next;
    show(to);
  }

  for (const button of root.querySelectorAll('button')) button.addEventListener('click', () => go(button.dataset.go));
  root.querySelector('.buttons').hidden = false;
  return self;
}

/** Shows the position that a link names, and reports whether it names one. */
function openNode(hash) {
  const found = /^#(g\d+)n(\d+)$/.exec(hash);
  const player = found ? players.get(found[1]) : undefined;
  if (!player) return false;
  player.show(Number(found[2]));
  return true;
}

addEventListener('click', (event) => {
  const link = event.target.closest('a');
  if (!link || !openNode(link.getAttribute('href'))) return;
  event.preventDefault();
  if (!link.closest('.list')) document.querySelector(link.getAttribute('href')).closest('.player').scrollIntoView({ block: 'nearest' });
});

addEventListener('keydown', (event) => {
  const step = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' }[event.key];
  if (!step || !current || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  current.go(step);
});

addEventListener('hashchange', () => openNode(location.hash));
openNode(location.hash);
