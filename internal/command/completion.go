package command

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"chuhe/lang"
)

// Completion returns the command "completion", which prints a script that lets a shell
// complete the commands and flags of a program.
func Completion(program func() *Command) *Command {
	return &Command{
		Name:     "completion",
		Operands: true,
		Run: func(_ context.Context, args []string, s Streams) error {
			if len(args) != 1 || scripts[args[0]] == nil {
				return Usage(lang.Errorf("completion.shell", "shells", lang.List(slices.Sorted(maps.Keys(scripts)))))
			}
			root := program()
			_, err := io.WriteString(s.Out, scripts[args[0]](root.Name, root.outlines(root.Name, nil)))
			return err
		},
	}
}

// scripts write the script of a shell for a program and its commands.
var scripts = map[string]func(program string, all []outline) string{"bash": bash, "zsh": zsh, "fish": fish}

// bash returns the script of bash. It follows the words to the command they name, whose
// flags and commands it offers; names of files are left to bash.
func bash(program string, all []outline) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# bash completion for %[1]s
_%[1]s() {
	local at= word offer=
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		case "$at $word" in
		%[2]s) at=${at:+$at }$word ;;
		esac
	done
	case "$at/${COMP_WORDS[COMP_CWORD]}" in
`, program, patterns(all, "|"))
	for _, o := range all {
		at := strings.Join(o.words, " ")
		fmt.Fprintf(&b, "\t%q/-*) offer=%q ;;\n", at, strings.Join(o.flagNames(), " "))
		if len(o.below) > 0 {
			fmt.Fprintf(&b, "\t%q/*) offer=%q ;;\n", at, strings.Join(append(names(o.below), "help"), " "))
		}
	}
	fmt.Fprintf(&b, `	esac
	COMPREPLY=($(compgen -W "$offer" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _%[1]s %[1]s
`, program)
	return b.String()
}

// zsh returns the script of zsh, which also serves as the file _chuhe of its functions.
func zsh(program string, all []outline) string {
	var b strings.Builder
	fmt.Fprintf(&b, `#compdef %[1]s
_%[1]s() {
	local at= word
	local -a below options
	for word in "${(@)words[2,CURRENT-1]}"; do
		case "$at $word" in
		%[2]s) at=${at:+$at }$word ;;
		esac
	done
	case $at in
`, program, patterns(all, "|"))
	for _, o := range all {
		fmt.Fprintf(&b, "\t%q)\n", strings.Join(o.words, " "))
		for _, f := range o.flags {
			fmt.Fprintf(&b, "\t\toptions+=(%s)\n", quote("-"+f.name+":"+f.line()))
		}
		for _, c := range o.below {
			fmt.Fprintf(&b, "\t\tbelow+=(%s)\n", quote(c.name+":"+c.line()))
		}
		b.WriteString("\t\t;;\n")
	}
	fmt.Fprintf(&b, `	esac
	if [[ $PREFIX == -* ]]; then
		_describe -o option options
	elif (( $#below )); then
		_describe command below
	else
		_files
	fi
}
if [[ $funcstack[1] == _%[1]s ]]; then
	_%[1]s "$@"
else
	compdef _%[1]s %[1]s
fi
`, program)
	return b.String()
}

// fish returns the script of fish.
func fish(program string, all []outline) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# fish completion for %[1]s
function __%[1]s_at
    set -l at ""
    for word in (commandline -opc)[2..-1]
        switch "$at $word"
            case %[2]s
                set at (string trim -- "$at $word")
        end
    end
    test "$at" = "$argv[1]"
end
`, program, patterns(all, " "))
	for _, o := range all {
		at := fmt.Sprintf("complete -c %s -n '__%s_at %q'", program, program, strings.Join(o.words, " "))
		for _, c := range o.below {
			fmt.Fprintf(&b, "%s -f -a %s -d %s\n", at, c.name, quote(c.line()))
		}
		for _, f := range o.flags {
			value := ""
			if f.value != "" {
				value = " -r"
			}
			fmt.Fprintf(&b, "%s -o %s%s -d %s\n", at, f.name, value, quote(f.line()))
		}
	}
	return b.String()
}

// patterns lists the words that call each command, after a blank and in quotes: in a
// shell, patterns of what has been typed and the next word.
func patterns(all []outline, separator string) string {
	list := []string{}
	for _, o := range all[1:] {
		at, last := strings.Join(o.words[:len(o.words)-1], " "), o.words[len(o.words)-1]
		list = append(list, fmt.Sprintf("%q", at+" "+last))
	}
	return strings.Join(list, separator)
}

// flagNames returns the flags with their hyphen, and -help.
func (o *outline) flagNames() []string {
	list := []string{}
	for _, name := range names(o.flags) {
		list = append(list, "-"+name)
	}
	return append(list, "-help")
}

// names returns the names of flags or commands.
func names(list []flagOutline) (all []string) {
	for _, f := range list {
		all = append(all, f.name)
	}
	return all
}

// line returns the usage up to the end of its first sentence or line. A sentence may contain
// "...".
func (f *flagOutline) line() string {
	line, _, _ := strings.Cut(f.usage, "\n")
	if end := strings.Index(strings.ReplaceAll(line, "... ", "...."), ". "); end >= 0 {
		line = line[:end]
	}
	return strings.TrimRight(line, ".")
}

// quote returns a text as a word of a shell, in single quotes. All three shells take an
// apostrophe between them; fish also takes the backslash before it.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
