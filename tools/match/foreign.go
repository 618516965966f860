package match

import "errors"

// foreignFlags are flags of cutechess-cli and fastchess that do not apply here, each
// with advice on what to use.
var foreignFlags = map[string]string{
	"autosaveinterval":  "every game is saved as it ends; leave it out",
	"bookmode":          "openings are read from memory; leave it out",
	"check-mate-pvs":    "lines of play are not judged; leave it out",
	"crc32":             "the .jsonl file of the match has every game; leave it out",
	"debug":             "use -log file=NAME",
	"engines":           "use -config file=NAME, which lists engines",
	"epdout":            "use -pgnout file=NAME",
	"force-concurrency": "-concurrency may be any number; leave it out",
	"loadconfig":        "use -resume FILE, the .jsonl file of the match",
	"livepgnout":        "use -pgnout file=NAME, to which each game is appended as it ends",
	"noswap":            "colours change from game to game; leave it out",
	"output":            "there is one format of output; leave it out",
	"outcomeinterval":   "use -ratinginterval N",
	"pgnin":             "use -resume FILE, the .jsonl file of the match",
	"ping-ms":           "use the key startup= of -engine, in seconds",
	"ponder":            "use the key ponder=on of -engine or -each",
	"quick":             "use -engine cmd=A -engine cmd=B -each tc=10+0.1 -openings file=BOOK",
	"randomseed":        "use -seed N",
	"report":            "pairs are reported whenever -games is 2; leave it out",
	"resultformat":      "there is one format of the standings; leave it out",
	"reverse":           "name the engines in the other order",
	"seeds":             "the tournaments are roundrobin and gauntlet, without seeds; leave it out",
	"show-latency":      "the time of each move is in the .jsonl file and the PGN; leave it out",
	"startup-ms":        "use the key startup= of -engine, in seconds",
	"strict":            "bad flags are always errors; leave it out",
	"tb":                "there are no tablebases; use -resign and -draw",
	"tbadjudicate":      "there are no tablebases; leave it out",
	"tbignore50":        "there are no tablebases; leave it out",
	"tbpieces":          "there are no tablebases; leave it out",
	"test":              "use chuhe bench",
	"testEnv":           "there is no mode for test frameworks; leave it out",
	"tournamentfile":    "use -resume FILE, the .jsonl file of the match",
	"ucinewgame-ms":     "use the key startup= of -engine, in seconds",
	"v":                 "use chuhe version",
	"version":           "use chuhe version",
}

// foreignKeys are the same among the keys of -engine.
var foreignKeys = map[string]string{
	"book":      "use -openings file=NAME",
	"bookdepth": "use -openings plies=N",
	"initstr":   "use option.NAME=VALUE",
	"stderr":    "use -log file=NAME, which has the error output too",
	"trust":     "every result is judged here; leave it out",
	"tscale":    "give the whole time in tc= and st=",
	"variant":   "xiangqi is the only variant; leave it out",
	"whitepov":  "scores are read from the point of view of the side to move; leave it out",
}

// foreignWords are the same among the words of other flags.
var foreignWords = map[string]map[string]string{
	"config": {
		"discard": "the .jsonl file of the match keeps the settings; leave it out",
		"outname": "the .jsonl file of the match keeps the settings; see -resume and -out",
		"stats":   "the .jsonl file of the match keeps every game; leave it out",
	},
	"log": {
		"append":   "the log is always appended to; leave it out",
		"compress": "the log is plain text; leave it out",
		"engine":   "the log has every line exchanged with the engines; leave it out",
		"level":    "the log has every line exchanged with the engines; leave it out",
		"realtime": "lines are written as they come; leave it out",
	},
	"openings": {
		"policy": "each round has an opening of its own; leave it out",
	},
	"pgnout": {
		"append":     "games are always appended; leave it out",
		"fi":         "only games that have ended are written; leave it out",
		"hashfull":   "every move has score, depth and time; leave it out",
		"latency":    "every move has score, depth and time; leave it out",
		"match_line": "every move has score, depth and time; leave it out",
		"min":        "every move has score, depth and time; leave it out",
		"nodes":      "every move has score, depth and time; leave it out",
		"nps":        "every move has score, depth and time; leave it out",
		"pv":         "every move has score, depth and time; leave it out",
		"seldepth":   "every move has score, depth and time; leave it out",
		"tbhits":     "every move has score, depth and time; leave it out",
		"timeleft":   "every move has score, depth and time; leave it out",
	},
}

// advised adds the foreign words of a flag to a table of keys, each refused with its
// advice.
func advised(flag string, table map[string]setter) map[string]setter {
	for word, advice := range foreignWords[flag] {
		table[word] = func(string) error { return errors.New(advice) }
	}
	return table
}
