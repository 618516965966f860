//go:build !page

package web

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"chuhe/internal/lazy"
)

// renamed matches a name that an import or an export changes.
var renamed = lazy.Pattern(`(\w+) as (\w+)`)

// declaration matches what may be exported, with its name or its names.
var declaration = lazy.Pattern(`^(?:(?:async )?function|class|const) (?:(\w+)|\[([\w, ]+)\])`)

// stated matches what a comment in a line of code says of a type.
var stated = lazy.Pattern(`/\*\* @[^*]*\*/ ?`)

// remark matches a comment behind a line of code. One with a quotation mark might be the end of a text.
var remark = lazy.Pattern(" // [^'\"`]*\n$")

// passedOver matches what browsers pass over in a style sheet: comments, and the space before a line.
var passedOver = lazy.Pattern(`(?ms)/\*.*?\*/\n?|^ +`)

// bundle puts modules and all that they import into as many files as there are roots, so that
// a browser has to ask for few: a file has the root of its name, and what that imports, as far
// as no file before has it. Each module becomes a block with names of its own, in the order in
// which modules run, and leaves what it exports in an object that the first file exports. This
// takes modules that do not import each other in a circle, that keep the values of what they
// export, and whose statements have the form that prettier gives them. Empty lines, comments
// and the space before a line, which alone was a twelfth of the page, are left out.
func bundle(modules map[string][]byte, roots ...string) (map[string][]byte, error) {
	bundles := make(map[string][]byte)
	done := make(map[string]bool) // false while what a module imports is added
	var out bytes.Buffer
	var add func(name string) error
	add = func(name string) error {
		if ended, begun := done[name]; ended {
			return nil
		} else if begun {
			return fmt.Errorf("%s imports itself", name)
		}
		source, found := modules[name]
		if !found {
			return fmt.Errorf("there is no module %s", name)
		}
		done[name] = false
		block, imports, err := blockOf(name, string(source))
		if err != nil {
			return err
		}
		for _, imported := range imports {
			if err := add(imported); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		out.WriteString(block)
		done[name] = true
		return nil
	}
	for i, root := range roots {
		out.Reset()
		if i == 0 {
			out.WriteString("export const modules = {};\n")
		} else {
			fmt.Fprintf(&out, "import { modules } from './%s';\n", roots[0])
		}
		if err := add(root); err != nil {
			return nil, err
		}
		bundles[root] = bytes.Clone(out.Bytes())
	}
	return bundles, nil
}

// blockOf returns a module as a block, and the modules that it imports.
func blockOf(name, source string) (block string, imports []string, err error) {
	var out strings.Builder
	fmt.Fprintf(&out, "{ // %s\n", name)
	var exports []string
	lines := strings.SplitAfter(source, "\n")
	quoted := false // in a text of several lines
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		inside := quoted
		quoted = quoted != (strings.Count(line, "`")%2 == 1)
		if !quoted {
			line = remark().ReplaceAllLiteralString(line, "\n")
		}
		if inside {
			out.WriteString(line)
			continue
		}
		line = stated().ReplaceAllString(line, "")
		word, rest, _ := strings.Cut(line, " ")
		line = strings.TrimLeft(line, " ")
		switch {
		case word == "import":
			for !strings.HasSuffix(line, ";\n") && i+1 < len(lines) {
				i++
				line += strings.TrimLeft(lines[i], " ")
			}
			names, from, isList := strings.Cut(strings.TrimPrefix(line, "import "), " from './")
			if !isList || !strings.HasPrefix(names, "{") {
				return "", nil, fmt.Errorf("%s has %q, want a list of names from a file", name, line)
			}
			imported := path.Join(path.Dir(name), strings.TrimSuffix(from, "';\n"))
			imports = append(imports, imported)
			fmt.Fprintf(&out, "const %s = modules['%s'];\n", renamed().ReplaceAllString(names, "$1: $2"), imported)
		case word == "export":
			declared := declaration().FindStringSubmatch(rest)
			if declared == nil {
				return "", nil, fmt.Errorf("%s has %q, want a function, a class or constants", name, line)
			}
			exports = append(exports, declared[1]+declared[2])
			out.WriteString(rest)
		case strings.Contains(line, "await import("):
			return "", nil, fmt.Errorf("%s has %q, which no bundle can follow", name, line)
		case strings.HasPrefix(line, "//"), line == "\n":
		case strings.HasPrefix(line, "/*"):
			for !strings.Contains(line, "*/") && i+1 < len(lines) {
				i++
				line = lines[i]
			}
			if _, code, _ := strings.Cut(line, "*/"); code != "\n" {
				out.WriteString(stated().ReplaceAllString(strings.TrimLeft(code, " "), ""))
			}
		default:
			code, list, found := strings.Cut(line, ";export{") // as esbuild ends a file
			if found {
				line = code + ";\n"
				exports = append(exports, renamed().ReplaceAllString(strings.TrimSuffix(list, "};\n"), "$2: $1"))
			}
			out.WriteString(line)
		}
	}
	fmt.Fprintf(&out, "modules['%s'] = { %s };\n}\n", name, strings.Join(exports, ", "))
	return out.String(), imports, nil
}
