// To share a game: links, files and pictures.

import { ask } from './api.js';
import { closeButton, showDialog } from './dialog.js';
import { toDocument } from './document.js';
import { pngOf, svgOf } from './picture.js';
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

/** Saves a picture of the board. @param {App} app @param {'svg' | 'png'} kind */
async function savePicture({ board }, kind) {
  if (kind === 'svg') {
    download(svgOf(board), 'chuhe.svg', 'image/svg+xml');
    return;
  }
  const picture = await pngOf(board);
  if (picture) download(picture, 'chuhe.png', 'image/png');
}

/** Saves the game as a file. @param {App} app @param {string} format @returns {Promise<string>} what there is to say */
async function save(app, format) {
  const { game, notation } = app.state;
  const request = {
    document: toDocument(game),
    format,
    notation,
    lang: language(),
  };
  const { data, extension, lost } = await ask('export', request);
  download(
    Uint8Array.from(atob(data), (c) => c.charCodeAt(0)),
    `chuhe.${extension}`,
    'application/octet-stream',
  );
  const what = (/** @type {{ what: string, detail: string, count: number }} */ l) =>
    t('counted', { what: t(`lost-${l.what}`), n: l.detail || l.count });
  return lost.length ? t('lost', { what: listed(lost.map(what)) }) : t('saved');
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
  const copyLink = () => {
    const more = cutShort(app.state.game) ? t('linkCut') : '';
    copy(linkTo(addressOf(app.state.game), location.href, app.offers.address), more);
  };
  const saveAs = (/** @type {string} */ format) => save(app, format).then(say, (e) => say(app.explain(e)));
  const d = showDialog({
    title: t('share'),
    body: () => [
      el(
        'div',
        { class: 'row' },
        button(t('copyLink'), copyLink, { id: 'copy-link' }),
        button(t('copyFEN'), () => copy(app.state.info?.fen ?? ''), { id: 'copy-fen' }),
      ),
      el('h3', {}, t('saveGame')),
      el(
        'div',
        { class: 'row' },
        ...app.offers.formats.map((format) =>
          button(textOr(`format-${format}`, format), () => saveAs(format), { id: `save-${format}` }),
        ),
      ),
      el('h3', {}, t('savePosition')),
      el(
        'div',
        { class: 'row' },
        button(t('saveSVG'), () => savePicture(app, 'svg')),
        button(t('savePNG'), () => savePicture(app, 'png')),
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
