// The service worker: it keeps one version of all files, so that the page starts without
// a net. It takes up a version whole or not at all. Server.js lets it take the place of an
// older one while no page has that.

/** Types and SHA-256 of the files by name. @type {Record<string, { type: string, sum: string }>} */
const files = {};
const version = '';

const { scope } = self.registration;
const prefix = `chuhe ${scope} `;
const here = prefix + version;

/** The address of a file. */
const addressOf = (name) => new URL(name === 'index.html' ? './' : name, scope).href;

async function sumOf(bytes) {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(sum, (b) => b.toString(16).padStart(2, '0')).join('');
}

/** The content of a file as an older version has it, or else as the server has it. */
async function contentOf(name, sum, older) {
  for (const cache of older) {
    const bytes = await (await cache.match(addressOf(name)))?.arrayBuffer();
    if (bytes && (await sumOf(bytes)) === sum) return bytes;
  }
  // A file that changed twice within a second may look the same to a server that knows its
  // time in seconds: then only a request past the browser's cache brings the new one.
  for (const cache of ['no-cache', 'reload']) {
    const response = await fetch(addressOf(name), { cache });
    const bytes = await response.arrayBuffer();
    if (response.ok && (await sumOf(bytes)) === sum) return bytes;
  }
  throw new Error(`${name} is not that of version ${version}`);
}

const olderCaches = async () => (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== here);

async function install() {
  const older = await Promise.all((await olderCaches()).map((name) => caches.open(name)));
  const all = await Promise.all(
    Object.entries(files).map(async ([name, { type, sum }]) => [name, type, await contentOf(name, sum, older)]),
  );
  const cache = await caches.open(here);
  for (const [name, type, bytes] of all) {
    await cache.put(addressOf(name), new Response(bytes, { headers: { 'Content-Type': type } }));
  }
}

async function activate() {
  for (const name of await olderCaches()) await caches.delete(name);
  await self.clients.claim();
}

/** The name under which the page asks for what another program shares, and its address in the cache. */
const sharedName = 'shared';

/** Keeps what another program shares until the page asks for it, and opens the page. */
async function takeShared(request) {
  const given = await request.formData();
  const file = given.get('file');
  const content = file?.size ? file : given.get('text') || given.get('url') || '';
  const headers = { 'Content-Type': 'application/octet-stream', 'X-Name': encodeURIComponent(file?.name ?? '') };
  await (await caches.open(here)).put(addressOf(sharedName), new Response(content, { headers }));
  return Response.redirect(`${scope}?${sharedName}`, 303);
}

/** Gives the page what was shared, once. */
async function giveShared() {
  const cache = await caches.open(here);
  const content = await cache.match(addressOf(sharedName));
  await cache.delete(addressOf(sharedName));
  return content ?? new Response(null, { status: 404 });
}

/** Answers with a file. */
async function answer(request, name) {
  return (await (await caches.open(here)).match(addressOf(name))) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', () => self.skipWaiting());
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (!url.href.startsWith(scope)) return;
  const name = (url.origin + url.pathname).slice(scope.length) || 'index.html';
  if (request.method === 'POST' && name === 'index.html') event.respondWith(takeShared(request));
  else if (request.method !== 'GET') return;
  else if (name === sharedName) event.respondWith(giveShared());
  else if (Object.hasOwn(files, name)) event.respondWith(answer(request, name));
});
