package web

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBundle runs modules as they are and as bundles, with Node, which must print the same.
func TestBundle(t *testing.T) {
	node := nodeProgram(t)
	modules := map[string][]byte{
		"first.js": []byte("import { shared } from './shared.js';\n\nshared.push('first');\nexport const own = 'own';\n"),
		"app.js": []byte(`// What stands alone is left out: import { nothing } from './nothing.js';

import { own } from './first.js';
import { a as b, c, Shape } from './parts/lib.js';
import {
  late,
  shared,
} from './shared.js';

/** A constant of the same name as another module's. @type {import('./shared.js').Hidden} */
const hidden = 'app';
const list = /** @type {string[]} */ ([
  hidden,
  own, // after code
]);
/* one */ list.push(/** @type {string} */ (b + c()));
/**
 * Lines of a comment.
 */
console.log(list, new Shape().name(), await late(), shared, 'http://a//b', 'c // d', ` + "` // e\n  /x/\n  // a text\nimport it\n`" + `);
`),
		"shared.js":    []byte("export const shared = [];\nconst hidden = 'shared';\nshared.push(hidden);\nexport async function late() {\n  return hidden;\n}\n"),
		"parts/lib.js": []byte("import { shared } from './../shared.js';\nvar q='lib';shared.push(q);class S{name(){return q}};function f(){return 1};export{q as a,f as c,S as Shape};\n"),
	}
	bundles, err := bundle(modules, "first.js", "app.js")
	require.NoError(t, err)
	run := func(files map[string][]byte) string {
		folder := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(folder, "package.json"), []byte(`{"type":"module"}`), 0o666))
		for name, content := range files {
			at := filepath.Join(folder, name)
			require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o777))
			require.NoError(t, os.WriteFile(at, content, 0o666))
		}
		out, err := exec.Command(node, filepath.Join(folder, "app.js")).CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	want := run(modules)
	assert.Contains(t, want, "lib1")
	assert.Equal(t, want, run(bundles))
	all := string(bundles["first.js"]) + string(bundles["app.js"])
	assert.NotContains(t, all, "comment")
	assert.NotContains(t, all, "after code")
	assert.NotContains(t, all, "@type")
	assert.NotContains(t, all, "\n\n")
	assert.Equal(t, 2, strings.Count(all, "\n "), "only texts keep their space: %s", all)
}

// TestBundledPage asserts that the scripts and style sheets of the page carry no space before
// their lines, and the style sheets no comments.
func TestBundledPage(t *testing.T) {
	for _, name := range []string{"first.js", "app.js", "style.css", "screens.css", "panels.css", "print.css"} {
		content := string(pageFiles()[name]().Content)
		_, after, found := strings.Cut(content, "\n ")
		assert.False(t, found, "%s: %.80s", name, after)
		if filepath.Ext(name) == ".css" {
			assert.NotContains(t, content, "/*", name)
			assert.NotContains(t, content, "*/", name)
		}
	}
}

// TestBundleRefuses shows what no bundle can hold.
func TestBundleRefuses(t *testing.T) {
	for source, want := range map[string]string{
		"import './b.js';\n":                              "want a list of names",
		"import * as b from './b.js';\n":                  "want a list of names",
		"import { b } from 'b';\n":                        "want a list of names",
		"import { b } from './b.js';\n":                   "a.js: there is no module b.js",
		"import { a } from './a.js';\n":                   "a.js: a.js imports itself",
		"export let a = 1;\n":                             "want a function, a class or constants",
		"export default 1;\n":                             "want a function, a class or constants",
		"export const { a } = b;\n":                       "want a function, a class or constants",
		"const a = async () => await import('./b.js');\n": "no bundle can follow",
	} {
		_, err := bundle(map[string][]byte{"a.js": []byte(source)}, "a.js")
		assert.ErrorContains(t, err, want, source)
	}
}
