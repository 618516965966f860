// The game as a tree of moves, with who plays it and by what rules.

import { after, boardOf, sideOf, startFEN, turnOf, other } from './squares.js';

/** @typedef {import('./squares.js').Side} Side */
/** @typedef {import('./api.js').MoveText} MoveText */
/** @typedef {{ kind: 'human' | 'engine', level: number, engine?: string }} Player engine is the name of an engine of others */
/** @typedef {{ winner: Side | 'draw', reason: string, text: string, ply?: number }} Result ply is that of the end, as somebody may play on; without one it is the last */
/** @typedef {{ base: number, increment: number, red: number, black: number }} Clock times in ms */
/** @typedef {{ red: number, black: number, cp: number, mate?: number, rule?: number, over?: boolean, depth?: number }} Eval depth is that of the search, unless a review has judged */

/** Results as records write them. @type {Record<Side | 'draw', string>} */
export const results = { red: '1-0', black: '0-1', draw: '1/2-1/2' };

/** The result that ends a main line as a record says it, null for none. @param {Game} game @param {string} text */
export function recorded(game, text) {
  const winner = /** @type {(Side | 'draw')[]} */ (['red', 'black', 'draw']).find((w) => results[w] === text);
  return winner ? { winner, reason: '', text: '', ply: game.root.tip.ply } : null;
}

/** How many nodes there have been. */
let made = 0;

/** A move with what may follow it. The root has no move. */
export class Node {
  /** a name for its element in the page */
  id = `node-${made++}`;

  /** @type {number} plies from the start */
  ply = 0;

  /** @param {Node | null} parent @param {string} move */
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
    /** @type {Node[]} the first is the main line */
    this.children = [];
    this.comment = '';
    /** @type {string[]} arrows and circles drawn by hand, as PGN writes them: Gh2e2, Rh2 */
    this.marks = [];
    /** @type {number[]} numeric annotation glyphs */
    this.glyphs = [];
    /** @type {MoveText | null} */
    this.text = null;
    /** @type {import('./api.js').Position | null} */
    this.info = null;
    /** @type {Eval | null} as analysed */
    this.eval = null;
    /** @type {[number, number] | null} the time that Red and Black had left after the move, in ms */
    this.clock = null;
    if (parent) this.ply = parent.ply + 1;
  }

  /** The moves from the root to here. @returns {Node[]} */
  get line() {
    const line = [];
    for (let /** @type {Node | null} */ n = this; n?.parent; n = n.parent) line.push(n);
    return line.reverse();
  }

  /** How many moves there are from this one on, with all variations. */
  get count() {
    /** @type {Node[]} */
    const all = [this];
    for (let i = 0; i < all.length; i++) all.push(...all[i].children);
    return all.length;
  }

  /** The last node of the line that follows. */
  get tip() {
    /** @type {Node} */
    let n = this;
    while (n.children.length) n = n.children[0];
    return n;
  }
}

export class Game {
  /** @param {string} [start] */
  constructor(start = startFEN) {
    this.start = start;
    this.root = new Node(null, '');
    this.current = this.root;
    /** @type {Node | null} the newest move, also after taking back, unless somebody looked at another since */
    this.played = null;
    /** @type {'play' | 'study'} */
    this.mode = 'play';
    /** @type {Record<Side, Player>} */
    this.players = { red: { kind: 'human', level: 2 }, black: { kind: 'engine', level: 2 } };
    this.rules = 'computer';
    /** @type {number | null} plies without a capture that make a draw, 0 for no limit, null for that of the rules */
    this.limit = null;
    /** @type {Record<Side, string>} */
    this.names = { red: '', black: '' };
    this.title = '';
    /** @type {{ Name: string, Value: string }[]} of the file it came from */
    this.tags = [];
    /** @type {Clock | null} */
    this.clock = null;
    /** @type {Result | null} */
    this.result = null;
    this.seed = Math.floor(Math.random() * 2 ** 48);
    this.changed = Date.now();
    /** @type {boolean | null} whether Black is at the bottom, null before it is on a board */
    this.flipped = null;
    /** @type {Side | ''} the side of the only person who played it */
    this.own = '';
    /** the id of the file in storage that it belongs to, '' for none */
    this.file = '';
    /** the number of the room in which it is played, '' for none */
    this.room = '';
    /** @type {import('./review.js').Data | null} */
    this.review = null;
  }

  /** @param {Node} [node] */
  boardAt(node = this.current) {
    return node.line.reduce((board, n) => after(board, n.move), boardOf(this.start));
  }

  /** The pieces that a side has taken on the way to the current position, the most valuable first. @param {Side} side */
  taken(side) {
    const left = this.boardAt();
    const value = (/** @type {string} */ piece) => 'PABCNR'.indexOf(piece.toUpperCase());
    return boardOf(this.start)
      .filter((piece) => {
        const at = left.indexOf(piece);
        if (piece && at >= 0) left[at] = '';
        return piece && sideOf(piece) !== side && at < 0;
      })
      .sort((a, b) => value(b) - value(a));
  }

  /** The side to move. @param {Node} [node] @returns {Side} */
  turn(node = this.current) {
    const first = turnOf(this.start);
    return node.ply % 2 ? other(first) : first;
  }

  /** The number of a node's move, as records count. @param {Node} node */
  number(node) {
    const first = Number(this.start.split(' ')[5]) || 1;
    return first + Math.floor((node.ply - 1 + (turnOf(this.start) === 'black' ? 1 : 0)) / 2);
  }

  /** The value of a tag, '' without one. @param {string} name in any case */
  tag(name) {
    return this.tags.find((x) => x.Name.toLowerCase() === name.toLowerCase())?.Value ?? '';
  }

  /** The result as records write it. */
  get resultText() {
    return this.result ? results[this.result.winner] : '*';
  }

  /** Whether Black is the only person who plays. */
  get personIsBlack() {
    const { red, black } = this.players;
    return this.mode === 'play' && black.kind === 'human' && red.kind === 'engine';
  }

  /** Whether Black is at the bottom: as the board was turned last, else where a person sits. */
  get blackBelow() {
    return this.flipped ?? this.personIsBlack;
  }

  /** Where the game has ended, null if nowhere. */
  get end() {
    const line = [this.root, ...this.root.tip.line];
    return this.result ? (line[this.result.ply ?? line.length - 1] ?? null) : null;
  }

  /** @param {Node} [node] */
  movesTo(node = this.current) {
    return node.line.map((n) => n.move).join(' ');
  }

  /** Adds a move after a node, or finds it there. @param {Node} at @param {string} move */
  addAfter(at, move) {
    let child = at.children.find((n) => n.move === move);
    if (!child) {
      child = new Node(at, move);
      at.children.push(child);
    }
    return child;
  }

  /**
   * Adds a move after the current one, or finds it there.
   * @param {string} move @param {boolean} main makes its line the main one
   */
  add(move, main) {
    const child = this.addAfter(this.current, move);
    if (main) this.promote(child);
    return child;
  }

  /** Makes a move the first among its siblings, and so on up. @param {Node} node */
  promote(node) {
    for (let /** @type {Node | null} */ n = node; n?.parent; n = n.parent) {
      const all = n.parent.children;
      all.splice(all.indexOf(n), 1);
      all.unshift(n);
    }
  }

  /** Removes a move and all that follows. @param {Node} node */
  remove(node) {
    if (!node.parent) return;
    if (this.current.line.includes(node)) this.current = node.parent;
    node.parent.children.splice(node.parent.children.indexOf(node), 1);
  }

  /** All nodes, parents before children. @returns {Node[]} */
  get nodes() {
    const all = [this.root];
    for (let i = 0; i < all.length; i++) all.push(...all[i].children);
    return all;
  }

  /** The game without its review as a value that JSON can hold; however long, it is not deep. */
  save() {
    const nodes = this.nodes;
    const places = new Map(nodes.map((n, i) => [n, i]));
    return {
      v: 1,
      start: this.start,
      mode: this.mode,
      players: this.players,
      rules: this.rules,
      limit: this.limit,
      names: this.names,
      title: this.title,
      tags: this.tags,
      clock: this.clock,
      result: this.result,
      seed: this.seed,
      changed: this.changed,
      flipped: this.flipped ?? undefined,
      own: this.own,
      file: this.file || undefined,
      room: this.room || undefined,
      current: places.get(this.current),
      played: this.played ? places.get(this.played) : undefined,
      nodes: nodes.map((n) => [
        n.parent ? places.get(n.parent) : -1,
        n.move,
        n.comment,
        n.glyphs,
        n.eval,
        ...(n.clock || n.marks.length ? [n.clock] : []),
        ...(n.marks.length ? [n.marks] : []),
      ]),
    };
  }

  /** The game that save returned. @param {any} saved */
  static load(saved) {
    if (saved?.v !== 1 || !Array.isArray(saved.nodes)) throw new Error('not a saved game');
    const g = new Game(String(saved.start));
    const { mode, players, rules, limit, names, title, tags, clock, result, seed, changed, flipped, own, file, room } =
      saved;
    Object.assign(g, {
      mode,
      players,
      rules,
      limit: limit ?? null,
      names,
      title,
      tags: tags ?? [],
      clock,
      result,
      seed,
      changed,
      flipped: flipped ?? null,
      own: own ?? '',
      file: file ?? '',
      room: room ?? '',
    });
    const nodes = [g.root];
    for (const [parent, move, comment, glyphs, score, left, marks] of saved.nodes.slice(1)) {
      const n = new Node(nodes[parent], String(move));
      nodes[parent].children.push(n);
      nodes.push(n);
      Object.assign(n, {
        comment: String(comment ?? ''),
        glyphs: glyphs ?? [],
        eval: score ?? null,
        clock: left ?? null,
        marks: marks ?? [],
      });
    }
    const [, , comment, , score, , marks] = saved.nodes[0];
    Object.assign(g.root, { comment: String(comment ?? ''), eval: score ?? null, marks: marks ?? [] });
    g.current = nodes[saved.current] ?? g.root.tip;
    g.played = nodes[saved.played] ?? null;
    return g;
  }
}
