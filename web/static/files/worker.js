// The worker with the engine. It takes { id, path, body } and { id, cancel: true }, and
// sends { id, status }, { id, piece } and { id, end: true }; before that { loaded }, the share of
// the engine that has come, and { ready: true } once.

/* global Go, addKernels, importScripts */
importScripts('wasm_exec.js', 'kernels.js');

/** Bytes of the engine. */
const size = 0;

const begun = begin();
const cancels = new Map();

async function begin() {
  const go = new Go();
  const linkKernels = addKernels(go.importObject);
  const response = await fetch('chuhe.wasm');
  if (!response.ok) throw new Error(`chuhe.wasm: ${response.status}`);
  count(response.clone());
  // Some servers do not know the type of such files, and then it cannot be compiled as it comes.
  const known = response.headers.get('Content-Type') === 'application/wasm';
  const { instance } = known
    ? await WebAssembly.instantiateStreaming(response, go.importObject)
    : await WebAssembly.instantiate(await response.arrayBuffer(), go.importObject);
  linkKernels(instance);
  go.run(instance).then(() => fail(new Error('the engine has ended')), fail);
  postMessage({ ready: true });
}

/** Says how much of the engine has come. A compressed answer does not say how long it is. */
async function count(response) {
  let [sum, said] = [0, 0];
  for (const reader = response.body.getReader(); ;) {
    const { value, done } = await reader.read();
    if (done) return;
    sum += value.length;
    if (sum - said < size / 100) continue;
    said = sum;
    postMessage({ loaded: sum / size });
  }
}

function fail(error) {
  setTimeout(() => {
    throw error; // which the page learns
  });
}

begun.catch(fail);

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
