package protocol

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// MaxLine is the length of the longest line that is read, in bytes and with its end. It
// fits a game of some twelve thousand plies.
const MaxLine = 64 << 10

// Reasons of a [Malformed] command or of a bad [Go].
var (
	ErrTooLong  = fmt.Errorf("line longer than %d bytes", MaxLine)
	ErrSetup    = errors.New("want startpos, or fen and a FEN")
	ErrMoves    = errors.New("want moves")
	ErrOption   = errors.New("want the name of an option")
	ErrNoNumber = errors.New("want a number")
)

// Parse reads a line and returns nil if it is blank. Words may be in any case, with
// any blanks between them.
func Parse(line string) Command {
	words := strings.Fields(line)
	switch {
	case len(line) > MaxLine && len(words) == 0:
		return Malformed{"position", ErrTooLong} // a guess: a missed position would be worse
	case len(line) > MaxLine:
		return Malformed{commandWord(words[0]), ErrTooLong}
	case len(words) == 0:
		return nil
	}
	args := words[1:]
	switch word := strings.ToLower(words[0]); word {
	case "ucci":
		return Hello{UCCI}
	case "uci":
		return Hello{UCI}
	case "isready":
		return IsReady{}
	case "ucinewgame", "uccinewgame", "newgame":
		return NewGame{}
	case "setoption":
		return parseOption(args, line)
	case "debug":
		return SetOption{"debug", strings.Join(args, " ")}
	case "position", "fen", "startpos":
		bare := word != "position"
		if bare {
			args = words
		}
		setup, err := parseSetup(args)
		if err != nil {
			return Malformed{"position", err}
		}
		return SetPosition{setup, bare}
	case "probe":
		setup, err := parseSetup(args)
		if err != nil {
			return Malformed{word, err}
		}
		return Probe{setup}
	case "banmoves":
		return BanMoves{moveWords(args)}
	case "go":
		args = lower(args)
		if i := slices.Index(args, "perft"); i >= 0 {
			return parsePerft(args[i+1:])
		}
		return parseGo(args)
	case "ponderhit":
		return PonderHit{Draw: slices.Contains(lower(args), "draw")}
	case "stop":
		return Stop{}
	case "d":
		return Display{}
	case "eval":
		return Evaluate{}
	case "flip":
		return Flip{}
	case "bench":
		return Bench{}
	case "quit":
		return Quit{}
	default:
		if about[word] != nil {
			return About{word}
		}
		return Unknown{words[0]}
	}
}

// commandWord returns the Word of a Malformed line from its first word, which may
// be of any length.
func commandWord(first string) string {
	const longest = len("ponderhit")
	switch word := strings.ToLower(first[:min(len(first), longest)]); word {
	case "fen", "startpos":
		return "position"
	default:
		return word
	}
}

// parseOption reads the words "NAME [VALUE]" or "name NAME [value VALUE]" of a line. The
// value is the rest of the line as it stands: names of files may have any blanks.
func parseOption(words []string, line string) Command {
	if len(words) == 0 {
		return Malformed{"setoption", ErrOption}
	}
	if !strings.EqualFold(words[0], "name") {
		return SetOption{words[0], restOf(line, 2)}
	}
	name, _ := cut(words[1:], "value")
	if len(name) == 0 {
		return Malformed{"setoption", ErrOption}
	}
	return SetOption{strings.Join(name, " "), restOf(line, 2+len(name)+1)}
}

// restOf returns what follows a number of words of a line, without the blanks around it.
func restOf(line string, words int) string {
	for range words {
		line = strings.TrimSpace(line)
		end := strings.IndexFunc(line, unicode.IsSpace)
		if end < 0 {
			return ""
		}
		line = line[end:]
	}
	return strings.TrimSpace(line)
}

// parseSetup reads "startpos [moves M...]" or "fen F [moves M...]", and other words
// that can mean only one position.
func parseSetup(words []string) (Setup, error) {
	words, moves := cut(words, "moves")
	if len(words) == 0 {
		return Setup{}, ErrSetup
	}
	var odd []string
	if moves == nil {
		if i := slices.IndexFunc(lower(words), looksLikeMove); i > 0 {
			odd = append(odd, "the word moves is missing")
			words, moves = words[:i], words[i:]
		}
	}
	var s Setup
	kind, fields := strings.ToLower(words[0]), words[1:]
	switch {
	case kind == "fen" && len(fields) > 0 && strings.EqualFold(fields[0], "startpos"):
		odd = append(odd, "read fen startpos as startpos")
		s.Start, fields = true, fields[1:]
	case kind == "startpos":
		s.Start = true
	case strings.Contains(kind, "/"):
		odd = append(odd, "the word fen is missing before the FEN")
		fields = words
	case kind != "fen" || len(fields) == 0:
		return Setup{}, ErrSetup
	}
	rest := strings.Join(fields, " ")
	misfit := slices.IndexFunc(fields, func(f string) bool { return !fitsStart(f) })
	switch {
	case !s.Start:
		s.FEN = rest
	case misfit >= 0:
		return Setup{}, fmt.Errorf("%q after startpos, %w", fields[misfit], ErrMoves)
	case rest != "":
		odd = append(odd, fmt.Sprintf("ignored %q after startpos", rest))
	}
	for len(moves) > 0 && strings.EqualFold(moves[0], "moves") {
		odd = append(odd, "the word moves is repeated")
		moves = moves[1:]
	}
	s.Moves = moveWords(moves)
	if !slices.Equal(s.Moves, lower(moves)) {
		odd = append(odd, "ignored punctuation after moves")
	}
	s.Remark = strings.Join(odd, "; ")
	return s, nil
}

// fitsStart reports whether a field can follow the board in a FEN of the start
// position.
func fitsStart(field string) bool {
	return strings.Trim(field, "0123456789") == "" || slices.Contains([]string{"w", "r", "-", "--"}, strings.ToLower(field))
}

// cut returns the words before and after a word in any case; all of them and nil
// without it.
func cut(words []string, at string) (before, after []string) {
	i := slices.IndexFunc(words, func(w string) bool { return strings.EqualFold(w, at) })
	if i < 0 {
		return words, nil
	}
	return words[:i], words[i+1:]
}

func parsePerft(words []string) Command {
	const most = 100
	if len(words) > 0 {
		if depth, err := strconv.Atoi(words[0]); err == nil && depth >= 1 && depth <= most {
			return Perft{depth}
		}
	}
	return Malformed{"perft", fmt.Errorf("want a depth 1-%d", most)}
}

// parseGo reads the words after "go" in any order.
func parseGo(words []string) Go {
	var g Go
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		switch word {
		case "ponder":
			g.Ponder = true
		case "draw":
			g.Draw = true
		case "infinite":
			g.Infinite = true
		case "searchmoves":
			// The first word is meant for a move whatever it is: without one any move
			// would do. Punctuation may stand alone.
			end := 0
			for end < len(words) && !isGoWord(words[end]) && (end == 0 || looksLikeMove(words[end]) || moveWords(words[end:end+1]) == nil) {
				end++
			}
			moves := moveWords(words[:end])
			if len(moves) == 0 {
				moves = words[:end] // punctuation alone
			}
			g.SearchMoves = append(g.SearchMoves, moves...)
			words = words[end:]
		default:
			if !slices.Contains(numbered, word) {
				g.Unknown = append(g.Unknown, word)
				continue
			}
			value, ok := int64(0), false
			if len(words) > 0 {
				value, ok = parseNumber(words[0])
			}
			if !ok {
				if len(words) > 0 && !isGoWord(words[0]) {
					word += " " + strconv.Quote(words[0]) // it stands where the number should
					words = words[1:]
				}
				g.Bad = fmt.Errorf("%s: %w", word, ErrNoNumber)
				continue
			}
			if g.Numbers == nil {
				g.Numbers = make(map[string]int64)
			}
			g.Numbers[word] = value
			words = words[1:]
		}
	}
	g.dropZeros()
	return g
}

// dropZeros removes the limits of 0 where there is another one, and the clocks beside a limit
// where all are at 0: a host that writes every word means no limit by them, and Pikafish
// takes them so.
func (g *Go) dropZeros() {
	set := func(words []string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return g.Numbers[word] != 0 })
	}
	drop := func(words []string) {
		maps.DeleteFunc(g.Numbers, func(word string, n int64) bool { return n == 0 && slices.Contains(words, word) })
	}
	limited, timed := g.Infinite || set(limitWords), set(timeWords)
	if limited || timed {
		drop(limitWords)
	}
	if limited && !timed && !set(incrementWords) {
		drop(timeWords)
	}
}

// isGoWord reports whether a word is known after "go".
func isGoWord(word string) bool {
	return slices.Contains([]string{"ponder", "draw", "infinite", "searchmoves"}, word) || slices.Contains(numbered, word)
}

// numbered are the words after "go" that take a number. Each clock is a time and an
// increment: of the side to move and of its opponent in the unit that usemillisec chooses, of
// Red (w) and Black in milliseconds.
var (
	limitWords     = []string{"depth", "nodes", "mate", "movetime"}
	timeWords      = []string{"time", "opptime", "wtime", "btime"}
	incrementWords = []string{"increment", "oppincrement", "winc", "binc"}
	numbered       = slices.Concat(limitWords, timeWords, incrementWords, []string{"movestogo", "oppmovestogo"})
)

// parseNumber reads a number. It cuts decimals off and replaces a number beyond the
// range of an int64 by the nearest one within.
func parseNumber(text string) (value int64, ok bool) {
	if whole, fraction, found := strings.Cut(text, "."); found && strings.Trim(fraction, "0123456789") == "" {
		text = whole
	}
	value, err := strconv.ParseInt(text, 10, 64)
	return value, err == nil || errors.Is(err, strconv.ErrRange)
}

// looksLikeMove reports whether a word may be meant for a move, right or wrong. The
// board of a FEN may begin like one, as in c2ak4/..., but has slashes.
func looksLikeMove(word string) bool {
	return len(word) >= 4 && word[0] >= 'a' && word[0] <= 'i' && word[1] >= '0' && word[1] <= '9' && !strings.Contains(word, "/")
}

// moveWords returns the words of a list of moves in lower case, without punctuation
// at their ends; nil if there are no words.
func moveWords(words []string) (moves []string) {
	for _, w := range lower(words) {
		if w = strings.TrimRight(w, ",;."); w != "" {
			moves = append(moves, w)
		}
	}
	return moves
}

// lower returns the words in lower case, nil if there are no words.
func lower(words []string) []string {
	var out []string
	for _, w := range words {
		out = append(out, strings.ToLower(w))
	}
	return out
}
