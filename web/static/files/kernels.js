// The vector kernels of the network, which Go imports. chuhe/eval/nnue/wasm says how.

/* exported addKernels */

/** The module that Go imports, and that of the kernels, in base64. */
const switchModule = '';
const kernelModule = '';

/**
 * Adds the kernels to what Go imports. Call the result with Go's instance before it runs;
 * without it, and in a browser without vector instructions, Go does without the kernels.
 */
function addKernels(imports) {
  const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const start = (bytes, given) => new WebAssembly.Instance(new WebAssembly.Module(bytes), given);
  const { exports } = start(bytesOf(switchModule));
  imports.kernels = exports;
  return (instance) => {
    const kernels = bytesOf(kernelModule);
    if (WebAssembly.validate(kernels)) start(kernels, { go: instance.exports, switch: exports });
  };
}
