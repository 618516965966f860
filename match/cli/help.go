package cli

import (
	"fmt"
	"strings"
)

// help says what every flag does, with an example.
func help() string {
	w := new(strings.Builder)
	w.WriteString(`usage: chuhe match -engine cmd=COMMAND key=value... -engine ... [flags]

Plays games of Xiangqi between engines and says who is stronger.

  chuhe match -engine cmd=self name=a nodes=2000 -engine cmd=self name=b nodes=1000 -rounds 10

`)
	for _, f := range flags {
		fmt.Fprintln(w, strings.TrimSpace("-"+f.name+" "+f.usage))
		for line := range strings.Lines(f.help) {
			for _, l := range wrap(strings.TrimRight(line, "\n")) {
				fmt.Fprintf(w, "    %s\n", l)
			}
		}
		fmt.Fprintf(w, "    Example: %s\n\n", f.example)
	}
	return w.String()
}

// wrap breaks a line at blanks; the blanks it begins with are kept.
func wrap(line string) (out []string) {
	const width = 92
	for len(line) > width {
		cut := strings.LastIndexByte(line[:width+1], ' ')
		if cut <= 0 {
			break
		}
		out = append(out, line[:cut])
		line = strings.TrimLeft(line[cut:], " ")
	}
	return append(out, line)
}
