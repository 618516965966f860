package command

import "fmt"

// Plural returns a number with a noun: "1 game", "2 games".
func Plural[N int | uint64](n N, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprint(n, " ", noun)
}
