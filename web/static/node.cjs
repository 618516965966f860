// Lets Node run programs that import the kernels:
//
//	CHUHE_PAGE=dist/page node --require web/static/node.cjs "$(go env GOROOT)/lib/wasm/wasm_exec_node.js" chuhe.wasm bench

const { readFileSync } = require('fs');
const { runInThisContext } = require('vm');

runInThisContext(readFileSync(`${process.env.CHUHE_PAGE}/kernels.js`, 'utf8'));
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (bytes, imports) => {
  const linkKernels = globalThis.addKernels(imports);
  const result = await instantiate(bytes, imports);
  linkKernels(result.instance);
  return result;
};
