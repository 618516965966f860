// A game as the server reads and writes it in files.

import { Game, Node, recorded } from './game.js';
import { playerName, sentences, t } from './texts.js';

/** @typedef {{ game: Game, notice: string }} Found a game, and what there is to say about it */
/** @typedef {{ start: string, nodes: [number, string, string, number[], string[]?][], tags: { Name: string, Value: string }[], result: string }} Document */

/** The game of a document. @param {Document} d */
function fromDocument(d) {
  const g = new Game(d.start);
  g.mode = 'study';
  g.tags = d.tags ?? [];
  g.names = { red: g.tag('Red'), black: g.tag('Black') };
  g.title = g.tag('Title') || g.tag('Event');
  const nodes = [g.root];
  g.root.comment = d.nodes[0][2];
  g.root.marks = d.nodes[0][4] ?? [];
  for (const [parent, move, comment, glyphs, marks] of d.nodes.slice(1)) {
    const n = new Node(nodes[parent], move);
    Object.assign(n, { comment, glyphs, marks: marks ?? [] });
    nodes[parent].children.push(n);
    nodes.push(n);
  }
  g.result = recorded(g, d.result);
  return g;
}

/** The document of a game. @param {Game} g @returns {Document} */
export function toDocument(g) {
  const nodes = g.nodes;
  const places = new Map(nodes.map((n, i) => [n, i]));
  const tags = [...g.tags];
  if (!tags.length && (g.mode === 'play' || g.names.red || g.names.black)) {
    for (const [Name, side] of /** @type {[string, 'red' | 'black'][]} */ ([
      ['Red', 'red'],
      ['Black', 'black'],
    ])) {
      const Value = g.names[side] || (g.mode === 'play' ? playerName(g.players[side]) : '');
      if (Value) tags.push({ Name, Value });
    }
    const date = new Date(g.changed).toLocaleDateString('sv'); // which is year-month-day
    tags.push({ Name: 'Date', Value: date.replaceAll('-', '.') });
  }
  return {
    start: g.start,
    tags,
    result: g.resultText,
    nodes: nodes.map((n) => {
      const parent = n.parent ? (places.get(n.parent) ?? 0) : -1;
      return n.marks.length ? [parent, n.move, n.comment, n.glyphs, n.marks] : [parent, n.move, n.comment, n.glyphs];
    }),
  };
}

/**
 * The games of an answer, each with what there is to say about it and about the file.
 * @param {{ games: Document[], faults: { text: string, move: boolean, game: number }[] }} answer
 */
export const fromImport = ({ games, faults }) =>
  games.map((d, i) => ({
    game: fromDocument(d),
    notice: sentences(
      ...[i, -1]
        .map((place) => faults.find((f) => f.game === place))
        .map((fault) => (fault ? t(fault.move ? 'moveRefused' : 'partly', { text: fault.text }) : '')),
    ),
  }));

/** What there is to say about a link whose moves break off here. @param {string} broken */
export const brokenText = (broken) =>
  broken ? t('linkBroken', { text: broken.length > 20 ? `${broken.slice(0, 20)}…` : broken }) : '';
