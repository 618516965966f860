package journal

import "strings"

// Recipe returns the lines of a text as settings. The first word of a line is its name;
// lines of one name are put together.
func Recipe(text string) map[string]string {
	settings := make(map[string]string)
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if before, again := settings[name]; again {
			value = before + ", " + value
		}
		settings[name] = value
	}
	return settings
}
