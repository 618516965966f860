// The way to the engine of a page without a server: it runs in a worker.

import { startFEN } from './squares.js';
import { t } from './texts.js';

/** What the engine answers at the start of a game, so that the board need not wait for it: limits and position. @type {Record<string, string>} */
const first = {};

/** What to say when there is no answer. */
export const noAnswer = () => t('notLoaded');

const folder = new URL('.', import.meta.url);

/** What to do with the messages about a request. @typedef {{ status: (n: number) => void, piece: (bytes: Uint8Array) => void, end: () => void, fail: (e: Error) => void }} Taker */

/** The requests under way. @type {Map<number, Taker>} */
const takers = new Map();

let newest = 0;

/** How long a page that has just been closed may take to be gone, in ms. */
const waitForOthers = 500;

/** Takes up a new version of the page that the browser has, unless another page has the old one. */
async function renew() {
  if (!navigator.serviceWorker?.controller) return;
  const waiting = (await navigator.serviceWorker.getRegistration(folder))?.waiting;
  if (!waiting) return;
  const signal = AbortSignal.timeout(waitForOthers);
  const alone = async () => {
    const renewed = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    waiting.postMessage('begin');
    await renewed;
    location.reload();
    await new Promise(() => {});
  };
  await navigator.locks.request(`chuhe ${folder}`, { signal }, alone).catch(() => {}); // the next start may be alone
}

await renew();
navigator.locks?.request(`chuhe ${folder}`, { mode: 'shared' }, () => new Promise(() => {}));

/** Shows a note below the status, where it does not move the board under a finger. @param {HTMLElement} note */
const showNote = (note) => document.getElementById('status')?.after(note);

/** Starts the worker. It loads while the page is still being made: show says so once there are texts. */
function start() {
  const worker = new Worker(new URL('worker.js', folder));
  const shown = document.createElement('progress');
  const loading = document.createElement('p');
  loading.id = 'loading';
  const note = document.createElement('span');
  loading.append(note, shown);
  let done = false;
  let plays = false;
  const end = () => {
    done = true;
    loading.remove();
  };
  const show = () => {
    if (done) return;
    note.textContent = plays ? t('loadingNetwork') : t('loading');
    shown.setAttribute('aria-label', t('loading'));
    if (!loading.isConnected) showNote(loading);
  };
  worker.addEventListener('message', ({ data }) => {
    const taker = takers.get(data.id);
    if (data.loaded) shown.value = data.loaded;
    else if (data.plays) {
      plays = true;
      if (loading.isConnected) show();
    } else if (data.ready) {
      end();
      keepFiles();
    }
    if (data.status) taker?.status(data.status);
    else if (data.piece) taker?.piece(data.piece);
    else if (data.end) taker?.end();
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    end();
    if (engine?.worker !== worker) return;
    engine = null;
    worker.terminate();
    for (const taker of [...takers.values()]) taker.fail(new TypeError(event.message));
  });
  return { worker, show };
}

/** @type {ReturnType<typeof start> | null} */
let engine = start();

/** The answer to a request that is known without the engine. @param {string} path @param {string} body */
function known(path, body) {
  if (path === 'limits') return first.limits;
  if (path !== 'position') return undefined;
  const { start, moves, rules, limit, name, typed } = JSON.parse(body);
  const atStart = start === startFEN && !moves && rules === 'computer' && limit === null && !name && !typed;
  return atStart ? first.position : undefined;
}

/** whether the browser has been asked to keep games when it needs room, which some ask the person about */
let askedToKeep = false;

/** Asks the browser not to clear the storage of the page. */
function askToKeep() {
  if (askedToKeep) return;
  askedToKeep = true;
  navigator.storage?.persist?.().catch(() => {}); // then the page works as before
}

/**
 * Sends a request.
 * @param {string} path below api/ @param {string} body JSON @param {AbortSignal} [signal] gives it up
 * @returns {Promise<Response>}
 */
export function post(path, body, signal) {
  return new Promise((resolve, reject) => {
    const id = ++newest;
    engine ??= start(); // again if it has failed
    const at = engine.worker;
    engine.show();
    if (path === 'move') askToKeep(); // now there is a game to lose
    const answer = known(path, body);
    if (answer !== undefined) {
      resolve(new Response(answer));
      return;
    }
    /** @type {ReadableStreamDefaultController} */
    let pieces;
    const forget = () => {
      takers.delete(id);
      signal?.removeEventListener('abort', giveUp);
    };
    const cancel = () => {
      forget();
      at.postMessage({ id, cancel: true });
    };
    const content = new ReadableStream({ start: (controller) => void (pieces = controller), cancel });
    const fail = (/** @type {Error} */ e) => {
      forget();
      reject(e);
      pieces.error(e);
    };
    const giveUp = () => {
      cancel();
      fail(signal?.reason);
    };
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    signal?.addEventListener('abort', giveUp);
    takers.set(id, {
      status: (status) => resolve(new Response(content, { status })),
      piece: (bytes) => pieces.enqueue(bytes),
      end: () => {
        forget();
        pieces.close();
      },
      fail,
    });
    at.postMessage({ id, path, body });
  });
}

/** Has the files kept for a start without a net, where the browser can: it must not compete with the engine. */
function keepFiles() {
  const registered = navigator.serviceWorker?.register(new URL('sw.js', folder));
  registered?.then(announceUpdates, () => {}); // then there is no start without a net
}

/** Says when a new version is ready. @param {ServiceWorkerRegistration} registration */
function announceUpdates(registration) {
  const announce = async () => {
    if (!registration.waiting || !navigator.serviceWorker.controller || document.getElementById('update')) return;
    const { held } = await navigator.locks.query();
    const alone = (held ?? []).filter(({ name }) => name === `chuhe ${folder}`).length < 2;
    const shown = document.createElement('p');
    shown.id = 'update';
    shown.className = 'notice';
    shown.setAttribute('role', 'status');
    const load = document.createElement('button');
    load.type = 'button';
    load.append(t('loadAgain'));
    load.addEventListener('click', () => location.reload());
    shown.append(t(alone ? 'newVersion' : 'newVersionLater'), ' ', load);
    showNote(shown);
  };
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', announce),
  );
  announce();
}
