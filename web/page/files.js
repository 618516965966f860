// Games from files and to files.

import { ask } from './api.js';
import { Game, Node, results } from './game.js';
import { addressOf, cutShort, fromAddress, tab } from './store.js';
import { gap, listed, playerName, setLanguage, t } from './texts.js';
import { button, dialog, el } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {{ game: Game, notice: string }} Found a game, and what there is to say about it */
/** @typedef {{ start: string, nodes: [number, string, string, number[]][], tags: { Name: string, Value: string }[], result: string }} Document */

/** The game of a document. @param {Document} d */
function fromDocument(d) {
  const g = new Game(d.start);
  g.mode = 'study';
  g.tags = d.tags ?? [];
  const tag = (/** @type {string} */ name) => g.tags.find((x) => x.Name.toLowerCase() === name)?.Value ?? '';
  g.names = { red: tag('red'), black: tag('black') };
  g.title = tag('title') || tag('event');
  const winner = /** @type {('red' | 'black' | 'draw')[]} */ (['red', 'black', 'draw']).find((w) => results[w] === d.result);
  const nodes = [g.root];
  g.root.comment = d.nodes[0][2];
  for (const [parent, move, comment, glyphs] of d.nodes.slice(1)) {
    const n = new Node(nodes[parent], move);
    Object.assign(n, { comment, glyphs });
    nodes[parent].children.push(n);
    nodes.push(n);
  }
  if (winner) g.result = { winner, reason: '', text: '', ply: g.root.tip.ply };
  return g;
}

/** @param {Game} g @returns {Document} */
function toDocument(g) {
  const nodes = g.nodes;
  const places = new Map(nodes.map((n, i) => [n, i]));
  const tags = [...g.tags];
  if (!tags.length && (g.mode === 'play' || g.names.red || g.names.black)) {
    for (const [Name, side] of /** @type {[string, 'red' | 'black'][]} */ ([['Red', 'red'], ['Black', 'black']])) {
      const Value = g.names[side] || (g.mode === 'play' ? playerName(g.players[side]) : '');
      if (Value) tags.push({ Name, Value });
    }
    const date = new Date(g.changed).toLocaleDateString('sv'); // which is year-month-day
    tags.push({ Name: 'Date', Value: date.replaceAll('-', '.') });
  }
  return {
    start: g.start, tags, result: g.result ? results[g.result.winner] : '*',
    nodes: nodes.map((n) => [n.parent ? (places.get(n.parent) ?? 0) : -1, n.move, n.comment, n.glyphs]),
  };
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}

/**
 * The games of an answer, each with what there is to say about it and about the file.
 * @param {{ games: Document[], faults: { text: string, move: boolean, game: number }[] }} answer
 */
export const fromImport = ({ games, faults }) => games.map((d, i) => ({
  game: fromDocument(d),
  notice: [i, -1].map((place) => faults.find((f) => f.game === place))
    .map((fault) => (fault ? t(fault.move ? 'moveRefused' : 'partly', { text: fault.text }) : '')).filter(Boolean).join(gap()),
}));

/** What there is to say about a link whose moves break off here. @param {string} broken */
export const brokenText = (broken) => (broken ? t('linkBroken', { text: broken.length > 20 ? `${broken.slice(0, 20)}…` : broken }) : '');

/**
 * Opens a game in this tab, unless the person keeps what is on the board.
 * @param {App} app @param {Found} found @returns {Promise<boolean>} whether it is open
 */
async function openGame(app, { game, notice }) {
  if (!(await app.editor.yields())) return false;
  tab.fresh();
  app.open(game, true, notice);
  return true;
}

/**
 * Opens the game of a file, or asks which of several.
 * @param {App} app @param {Found[]} all @returns {Promise<boolean>} whether that is done
 */
export async function openGames(app, all) {
  if (all.length === 1) return openGame(app, all[0]);
  const row = (/** @type {Found} */ found, /** @type {number} */ i) => {
    const { title, names } = found.game;
    const label = [`${i + 1}.`, title, [names.red, names.black].filter(Boolean).join(' – ')].filter(Boolean).join(' ');
    return el('li', {}, button(label, async () => { if (await openGame(app, found)) d.close(); }, { class: 'link' }));
  };
  const d = dialog(t('whichGame'), [el('ul', { class: 'games' }, ...all.map(row))], [], t('close'));
  return true;
}

/**
 * Opens whatever game some bytes hold.
 * @param {App} app @param {Uint8Array} bytes @returns {Promise<boolean>} as of openGames
 */
async function openBytes(app, bytes) {
  const text = new TextDecoder().decode(bytes.subarray(0, 20000)).trim();
  const shared = /^https?:\S+#/.test(text) ? fromAddress(text.slice(text.indexOf('#'))) : null;
  /** @type {Found[]} */
  let all = [];
  if (shared) all = [{ game: shared.game, notice: brokenText(shared.broken) }];
  else if (/^([a-zA-Z0-9]+\/){9}[a-zA-Z0-9]+([ \t]+\S+){0,5}$/.test(text)) {
    const game = new Game((await ask('position', { start: text, lang: setLanguage() })).fen);
    game.mode = 'study';
    all = [{ game, notice: '' }];
  } else all = fromImport(await ask('import', { data: toBase64(bytes), lang: setLanguage() }));
  return openGames(app, all);
}

/** @param {App} app */
export function openDialog(app) {
  const text = el('textarea', { id: 'paste', rows: 7, 'aria-label': t('pasteHere'), placeholder: t('pasteHere') });
  const fault = el('p', { class: 'fault', role: 'alert' });
  const read = async (/** @type {Uint8Array} */ bytes) => {
    try {
      if (await openBytes(app, bytes)) d.close();
    } catch (e) {
      fault.textContent = app.explain(e);
    }
  };
  const file = el('input', { type: 'file', id: 'file', 'aria-label': t('file'), onchange: async () => {
    if (file.files[0]) read(new Uint8Array(await file.files[0].arrayBuffer()));
  } });
  const d = dialog(t('open'), [el('p', {}, t('openHow')), file, text, fault], [
    button(t('cancel'), () => d.close()),
    button(t('open'), () => read(new TextEncoder().encode(text.value)), { class: 'main', id: 'open-text' })], t('close'));
  text.focus();
}

/** Lets files be dropped and texts pasted anywhere. @param {App} app */
export function listenForFiles(app) {
  const open = (/** @type {Uint8Array} */ bytes) => openBytes(app, bytes).catch((e) => app.report(e));
  document.addEventListener('dragover', (e) => e.preventDefault());
  document.addEventListener('drop', async (e) => {
    e.preventDefault();
    const file = e.dataTransfer?.files[0];
    const text = e.dataTransfer?.getData('text/plain');
    if (file) open(new Uint8Array(await file.arrayBuffer()));
    else if (text) open(new TextEncoder().encode(text));
  });
  document.addEventListener('paste', (e) => {
    if (/** @type {HTMLElement} */ (e.target).closest?.('input, textarea, dialog')) return;
    const text = e.clipboardData?.getData('text/plain');
    if (text) open(new TextEncoder().encode(text));
  });
}

/** @param {BlobPart} content @param {string} name @param {string} type */
function download(content, name, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = el('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** The board as a PNG. @param {App} app @returns {Promise<Blob | null>} */
async function png(app) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(app.board.picture(900))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** @param {App} app */
export function shareDialog(app) {
  const said = el('p', { role: 'status' });
  const copy = async (/** @type {string} */ text) => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = t('copied');
    } catch {
      said.replaceChildren(el('textarea', { rows: 4, readonly: true, 'aria-label': t('copyThis'), value: text }));
    }
  };
  const save = async (/** @type {string} */ format) => {
    try {
      const { data, extension, lost } = await ask('export', { document: toDocument(app.game), format, notation: app.notation === 'zh' ? 'Chinese' : app.notation.toUpperCase(), lang: setLanguage() });
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
      download(bytes, `chuhe.${extension}`, 'application/octet-stream');
      const what = (/** @type {{ what: string, detail: string, count: number }} */ l) => t('counted', { what: t(`lost-${l.what}`), n: l.detail || l.count });
      said.textContent = lost.length ? t('lost', { what: listed(lost.map(what)) }) : t('saved');
    } catch (e) {
      said.textContent = app.explain(e);
    }
  };
  const link = async () => {
    await copy(new URL(addressOf(app.game), location.href).href);
    if (cutShort(app.game)) said.append(gap() + t('linkCut'));
  };
  const d = dialog(t('share'), [
    el('div', { class: 'row' },
      button(t('copyLink'), link, { id: 'copy-link' }),
      button(t('copyFEN'), () => copy(app.info?.fen ?? ''), { id: 'copy-fen' })),
    el('h3', {}, t('saveGame')),
    el('div', { class: 'row' }, ...['pgn', 'xqf', 'cbr', 'dhtmlxq', 'sheet'].map((format) => button(t(`format-${format}`), () => save(format), { id: `save-${format}` }))),
    el('h3', {}, t('savePosition')),
    el('div', { class: 'row' },
      button(t('saveSVG'), () => download(app.board.picture(900), 'chuhe.svg', 'image/svg+xml')),
      button(t('savePNG'), async () => { const b = await png(app); if (b) download(b, 'chuhe.png', 'image/png'); })),
    said], [button(t('close'), () => d.close(), { class: 'main' })], t('close'));
}
