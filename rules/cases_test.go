package rules

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
)

// ruleCase is a line of a table of games with their verdicts.
type ruleCase struct {
	id, fen, expected, reasoning string
	sets                         []Set
	start                        board.Position
	moves                        []board.Move
}

// readCases reads a table of testdata.
func readCases(t testing.TB, name string) (cases []ruleCase) {
	text, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	for line := range strings.SplitSeq(string(text), "\n") {
		if line == "" || line[0] == '#' || strings.HasPrefix(line, "id\t") {
			continue
		}
		f := strings.Split(line, "\t")
		require.GreaterOrEqual(t, len(f), 6, line)
		c := ruleCase{id: f[0], fen: f[2], expected: f[4], reasoning: f[5]}
		for name := range strings.SplitSeq(f[1], ",") {
			set, err := ParseSet(name)
			require.NoError(t, err, c.id)
			c.sets = append(c.sets, set)
		}
		c.start, err = board.ParseFEN(c.fen)
		require.NoError(t, err, c.id)
		for m := range strings.FieldsSeq(f[3]) {
			c.moves = append(c.moves, board.MustParseMove(m))
		}
		cases = append(cases, c)
	}
	return
}

var tables = map[string]int{"rule_cases.tsv": 274, "own_cases.tsv": 60} // with the least number of cases

// eachCase runs a test on every legal game of the tables under each set.
func eachCase(t *testing.T, test func(t *testing.T, c ruleCase, game *board.Line, o Options)) {
	for name := range tables {
		for _, c := range readCases(t, name) {
			game, err := Replay(c.start, c.moves)
			if err != nil {
				assert.Contains(t, c.expected, "illegal", c.id)
				continue
			}
			for _, set := range c.sets {
				t.Run(c.id+"/"+set.String(), func(t *testing.T) { test(t, c, game, Options{set, OwnLimit}) })
			}
		}
	}
}

func TestCases(t *testing.T) {
	for name, least := range tables {
		assert.GreaterOrEqual(t, len(readCases(t, name)), least, name)
	}
	eachCase(t, func(t *testing.T, c ruleCase, game *board.Line, o Options) {
		v := Judge(game, o)
		assert.Equal(t, v, NewReferee(game, o).Verdict())
		got := v.String()
		assert.True(t, IsVerdict(got), got)
		if c.expected == "draw" {
			got, _, _ = strings.Cut(got, ":")
		}
		assert.Equal(t, c.expected, got)
	})
}

// TestCasesExplained holds who chases whom, and why that wins the prey, beside the reasoning
// of our own cases.
func TestCasesExplained(t *testing.T) {
	causes := [...]string{
		NoCause:      "now for want of a protector, now because its protector cannot legally retake",
		Unprotected:  "which nothing protects",
		FalseRoot:    "whose protectors are pinned or would step into an attack (false roots)",
		StrongerPrey: "which is worth more than its attacker",
	}
	names := strings.NewReplacer("bishop", "elephant")
	seen := map[Cause]int{}
	eachCase(t, func(t *testing.T, c ruleCase, game *board.Line, o Options) {
		if !strings.Contains(c.reasoning, " is the prey of ") {
			return
		}
		chase := Judge(game, o).Chase
		assert.Equal(t, chase.Prey, game.Position().At(chase.PreySquare))
		says := fmt.Sprintf("the %v is the prey of the %v with every move, %s", chase.Prey.Type(), chase.Chaser.Type(), causes[chase.Cause])
		reasoning, _, _ := strings.Cut(c.reasoning, ";")
		assert.Equal(t, reasoning, names.Replace(says))
		seen[chase.Cause]++
	})
	assert.Len(t, seen, len(causes))
}

func TestIllegalCases(t *testing.T) {
	n := 0
	for name := range tables {
		for _, c := range readCases(t, name) {
			if reason, ok := strings.CutPrefix(c.expected, "illegal: "); ok {
				n++
				_, err := Replay(c.start, c.moves)
				var bad *MoveError
				require.ErrorAs(t, err, &bad, c.id)
				assert.Equal(t, reason, bad.Reason.Error(), c.id)
				assert.Equal(t, len(c.moves), bad.Ply, c.id)
			}
		}
	}
	assert.NotZero(t, n)
}

// Whoever looks at the game in a mirror, or turns the board and swaps the
// colours, sees the same verdict.
func TestCasesMirrored(t *testing.T) {
	eachCase(t, func(t *testing.T, c ruleCase, game *board.Line, o Options) {
		want := Judge(game, o)
		assertMirrored(t, game, o, want)
	})
}

// No verdict by repetition falls before the occurrence that ends the game.
func TestCasesPrefixes(t *testing.T) {
	eachCase(t, func(t *testing.T, c ruleCase, game *board.Line, o Options) {
		v := Judge(game, o)
		if !v.Kind.ByRepetition() {
			return
		}
		for n := range v.Ply {
			before, err := Replay(c.start, c.moves[:n])
			require.NoError(t, err)
			assert.False(t, Judge(before, o).Result.Finished(), "%d plies", n)
		}
	})
}
