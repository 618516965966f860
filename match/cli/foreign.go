package cli

// foreignFlags are flags of cutechess-cli and fastchess that do not apply here, each
// with advice on what to use.
var foreignFlags = map[string]string{
	"autosaveinterval":  "every game is saved as it ends; leave it out",
	"bookmode":          "use -openings order=sequential|random",
	"debug":             "use -log file=NAME",
	"epdout":            "use -pgnout file=NAME",
	"force-concurrency": "-concurrency may be any number; leave it out",
	"livepgnout":        "use -pgnout file=NAME, to which each game is appended as it ends",
	"noswap":            "colours change from game to game; leave it out",
	"output":            "there is one format of output; leave it out",
	"outcomeinterval":   "use -ratinginterval N",
	"pgnin":             "use -resume FILE, the .jsonl file of the match",
	"ponder":            "use the key ponder=on of -engine or -each",
	"quick":             "use -engine cmd=A -engine cmd=B -each tc=10+0.1 -openings file=BOOK",
	"randomseed":        "use -seed N",
	"report":            "pairs are reported whenever -games is 2; leave it out",
	"reverse":           "name the engines in the other order",
	"startup-ms":        "use the key startup= of -engine, in seconds",
	"tb":                "there are no tablebases; use -resign and -draw",
	"tbpieces":          "there are no tablebases; leave it out",
}

// foreignKeys are the same among the keys of -engine.
var foreignKeys = map[string]string{
	"book":      "use -openings file=NAME",
	"bookdepth": "use -openings plies=N",
	"initstr":   "use option.NAME=VALUE",
	"stderr":    "use -log file=NAME, which has the error output too",
	"variant":   "xiangqi is the only variant; leave it out",
	"whitepov":  "scores are read from the point of view of the side to move; leave it out",
}
