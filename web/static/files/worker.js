// The worker with the engine. It takes { id, path, body } and { id, cancel: true }, and
// sends { id, status }, { id, piece } and { id, end: true }; meanwhile { loaded }, the share of
// the engine and its network that has come, { plays: true } once the engine runs, and
// { ready: true } once it has its network. The rules and the lower levels need only the engine,
// so its network follows it: on a slow line they would keep each other waiting.

/* global Go, addKernels, importScripts, takeNetwork, unlzma */

/** Bytes of the engine and of its network. */
const size = 0;

/** Bytes that have come, by file. */
const come = {};
let said = 0;

/** How long to wait before each further try to load the network, in ms: levels play meanwhile. */
const pauses = [1000, 2000, 4000, 8000, 16000];

/** @type {() => void} */
let engineHasCome;
const network = new Promise((resolve) => (engineHasCome = resolve)).then(loadNetwork);
network.catch(() => {}); // complete learns it
const engine = load('engine.bin', engineHasCome);
importScripts('wasm_exec.js', 'kernels.js', 'lzma.js');

const begun = begin();
const cancels = new Map();

async function begin() {
  const go = new Go();
  const linkKernels = addKernels(go.importObject);
  const instance = await compile(go.importObject);
  linkKernels(instance);
  go.run(instance).then(() => fail(new Error('the engine has ended')), fail);
}

async function complete() {
  await begun;
  postMessage({ plays: true });
  takeNetwork(await network);
  postMessage({ ready: true });
}

async function compile(imports) {
  const { body } = await engine;
  const headers = { 'Content-Type': 'application/wasm' };
  const module = new Response(body.pipeThrough(unlzma()), { headers }); // compiled as it comes
  const { instance } = await WebAssembly.instantiateStreaming(module, imports);
  return instance;
}

/** Loads a file, and says how much of both has come, and when all of it has. */
async function load(name, done = () => {}) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  count(name, response.clone()).then(done, () => {}); // whoever reads the response learns it too
  return response;
}

async function loadNetwork() {
  for (let tries = 0; ; tries++) {
    try {
      return new Uint8Array(await (await load('network.bin')).arrayBuffer());
    } catch (error) {
      if (tries === pauses.length) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauses[tries]));
    }
  }
}

/** Counts what comes of a file. A compressed answer does not say how long it is. */
async function count(name, response) {
  come[name] = 0;
  for (const reader = response.body.getReader(); ;) {
    const { value, done } = await reader.read();
    if (done) return;
    come[name] += value.length;
    const all = Object.values(come).reduce((a, b) => a + b);
    if (Math.abs(all - said) < size / 100) continue;
    said = all;
    postMessage({ loaded: all / size });
  }
}

function fail(error) {
  setTimeout(() => {
    throw error; // which the page learns
  });
}

complete().catch(fail);

addEventListener('message', async ({ data: { id, path, body, cancel } }) => {
  await begun;
  if (cancel) {
    cancels.get(id)?.();
    return;
  }
  let ended = false; // which may be before the call returns
  const take = (what) => {
    if (typeof what === 'number') postMessage({ id, status: what });
    else if (what) postMessage({ id, piece: what }, [what.buffer]);
    else {
      ended = true;
      cancels.delete(id);
      postMessage({ id, end: true });
    }
  };
  const giveUp = self.chuhe(path, body, take);
  if (!ended) cancels.set(id, giveUp);
});
