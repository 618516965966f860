// To share a game: links, files and pictures.

import { fileNameOf, safeName } from './about.js';
import { ask } from './api.js';
import { closeButton, showDialog } from './dialog.js';
import { toDocument } from './document.js';
import { pngOf, svgOf } from './picture.js';
import { sheetDialog } from './sheet.js';
import { addressOf, cutShort } from './store.js';
import { language, listed, sentences, t, textOr } from './texts.js';
import { button, el } from './ui.js';

/** @typedef {import('./app.js').App} App */

/** How long a file may take to be saved, in ms. */
const saveTime = 10000;

/** @param {BlobPart} content @param {string} name @param {string} type */
export function download(content, name, type) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), saveTime);
}

/** Saves a picture of the board. @param {App} app @param {string} name without extension @param {'svg' | 'png'} kind */
async function savePicture({ board }, name, kind) {
  if (kind === 'svg') {
    download(svgOf(board), `${name}.svg`, 'image/svg+xml');
    return;
  }
  const picture = await pngOf(board);
  if (picture) download(picture, `${name}.png`, 'image/png');
}

/** @typedef {{ what: string, detail: string, count: number }} Loss what a format cannot hold */

/** The losses of several games as one list: the same ones are counted together. @param {Loss[]} all @returns {Loss[]} */
export function sumLosses(all) {
  /** @type {Map<string, Loss>} */
  const sums = new Map();
  for (const { what, detail, count } of all) {
    const sum = sums.get(what) ?? { what, detail: '', count: 0 };
    const details = new Set([...sum.detail.split(', '), ...detail.split(', ')].filter(Boolean));
    sums.set(what, { what, detail: [...details].join(', '), count: sum.count + count });
  }
  return [...sums.values()];
}

/** A loss in words: of which tags, or how many. @param {Loss} loss */
export function lossText({ what, detail, count }) {
  const tags = detail && listed(detail.split(', ').map((tag) => textOr(`tag-${tag}`, tag)));
  return t('counted', { what: t(`lost-${what}`), n: tags || count });
}

/**
 * Saves games, one after another, as a file.
 * @param {App} app @param {import('./game.js').Game[]} games @param {string} name without extension @param {string} format
 * @returns {Promise<string>} what there is to say
 */
async function save(app, games, name, format) {
  const { notation } = app.state;
  const parts = [];
  /** @type {Loss[]} */
  const losses = [];
  let end = '';
  for (const game of games) {
    const request = { document: toDocument(game), format, notation, lang: language() };
    const { data, extension, lost: of } = await ask('export', request);
    parts.push(Uint8Array.from(atob(data), (c) => c.charCodeAt(0)));
    losses.push(...of);
    end = extension;
  }
  download(new Blob(parts), `${name}.${end}`, 'application/octet-stream');
  const lost = sumLosses(losses);
  return lost.length ? t('lost', { what: listed(lost.map(lossText)) }) : t('saved');
}

/**
 * A link that others can open: a page of this machine alone gives the address for other machines.
 * @param {string} place @param {string} here the address of the page @param {string} [others] that for other machines
 */
export function linkTo(place, here, others) {
  const alone = /^(localhost|127\.|\[::1\])/.test(new URL(here).hostname);
  return new URL(place, alone && others ? others : here).href;
}

/** @param {App} app */
export function shareDialog(app) {
  let said = '';
  let byHand = ''; // what the browser could not copy
  const say = (/** @type {string} */ text, copied = '') => {
    said = text;
    byHand = copied;
    d.draw();
  };
  const copy = async (/** @type {string} */ text, more = '') => {
    try {
      await navigator.clipboard.writeText(text);
      say(sentences(t('copied'), more));
    } catch {
      say(more, text);
    }
  };
  const copyLink = (/** @type {string} */ place, more = '') =>
    copy(linkTo(place, location.href, app.offers.address), more);
  const { mode } = app.state;
  const puzzle = mode.puzzleLink;
  const ofGame = mode.sharedGame === app.state.game; // else of what is in front of it, such as a puzzle
  const puzzleHow = puzzle && !ofGame ? '' : t('copyPuzzleHow');
  const name = fileNameOf(mode.sharedGame);
  const copyGame = () => {
    const game = mode.sharedGame;
    return copyLink(addressOf(game, !ofGame), cutShort(game) ? t('linkCut') : '');
  };
  const saveAs = (/** @type {string} */ format) =>
    save(app, [mode.sharedGame], name, format).then(say, (e) => say(app.explain(e)));
  const saveList = (/** @type {string} */ format) =>
    save(app, app.chapters.games, safeName(app.chapters.record?.name ?? ''), format).then(say, (e) =>
      say(app.explain(e)),
    );
  const printing = () => {
    d.close();
    sheetDialog(app);
  };
  const list = ofGame ? app.chapters.record : null;
  const d = showDialog({
    title: t('share'),
    body: () => [
      el(
        'div',
        { class: 'row' },
        button(t('copyLink'), copyGame, { id: 'copy-link' }),
        button(t('copyFEN'), () => copy(mode.boardFEN), { id: 'copy-fen' }),
      ),
      el(
        'div',
        { class: 'row' },
        button(t('copyPuzzle'), () => copyLink(puzzle, puzzleHow), {
          id: 'copy-puzzle',
          title: puzzleHow,
          disabled: !puzzle,
        }),
      ),
      el('h3', {}, t('saveGame')),
      el(
        'div',
        { class: 'row' },
        ...app.offers.formats.map((format) =>
          button(textOr(`format-${format}`, format), () => saveAs(format), { id: `save-${format}` }),
        ),
      ),
      ...(list
        ? [
            el('h3', { key: 'list' }, t('saveList', { n: list.games.length })),
            el(
              'div',
              { class: 'row', key: 'list-row' },
              ...app.offers.collections.map((format) =>
                button(textOr(`format-${format}`, format), () => saveList(format), { id: `save-list-${format}` }),
              ),
            ),
          ]
        : []),
      ...(ofGame
        ? [
            el('h3', { key: 'sheet-head' }, t('sheet')),
            el(
              'div',
              { class: 'row', key: 'sheet' },
              button(t('printMore'), () => printing(), { id: 'sheet-print' }),
            ),
          ]
        : []),
      el('h3', {}, t('savePosition')),
      el(
        'div',
        { class: 'row' },
        button(t('saveSVG'), () => savePicture(app, name, 'svg')),
        button(t('savePNG'), () => savePicture(app, name, 'png')),
      ),
      el(
        'p',
        { role: 'status' },
        byHand &&
          el('textarea', { rows: 4, readonly: true, 'aria-label': t('copyThis'), value: byHand, key: 'by-hand' }),
        said,
      ),
    ],
    actions: () => [closeButton(() => d.close())],
  });
}
