// Command tune finds better margins and reductions for the search. Package spsa has the work.
package main

import (
	"chuhe/internal/command"
	"chuhe/lab/tune/spsa"
)

func main() { command.Main(spsa.Over(nil)) }
