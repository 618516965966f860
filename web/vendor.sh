#!/usr/bin/env bash
# usage: web/vendor.sh MODULES >web/page/vendor/snabbdom.js
# Writes the parts of snabbdom that the page uses as one module. MODULES is the folder
# node_modules with what web/package.json names.
set -eu
modules=$(cd "$1" && pwd)
version=$(sed -nE 's/^ *"version": "([^"]+)".*/\1/p' "$modules/snabbdom/package.json")
cd "$modules/snabbdom/build"
"$modules/.bin/esbuild" --bundle --format=esm --minify --legal-comments=none --log-level=error \
	--banner:js="// snabbdom $version, https://github.com/snabbdom/snabbdom, MIT licence: snabbdom.LICENSE. Made by web/vendor.sh." <<'END'
export { init } from './init.js';
export { h } from './h.js';
export { vnode } from './vnode.js';
export { attributesModule } from './modules/attributes.js';
export { eventListenersModule } from './modules/eventlisteners.js';
export { propsModule } from './modules/props.js';
END
