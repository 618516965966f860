package protocol

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/eval/evals"
	"chuhe/eval/nnue/nnuetest"
	"chuhe/internal/testpos"
	"chuhe/search"
)

// constant writes a network to a file that gives every position a score.
func constant(t *testing.T, name string, score int32) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	f, err := os.Create(name)
	require.NoError(t, err)
	require.NoError(t, nnuetest.Constant(score).Write(f))
	require.NoError(t, f.Close())
	return name
}

// nameOf returns the name of the network in a file.
func nameOf(t *testing.T, file string) string {
	t.Helper()
	n, err := evals.Open(file)
	require.NoError(t, err)
	return n.Name()
}

// TestEvalFile chooses evaluations: a network from a file evaluates from then on
// and is named; one that cannot be used is refused with the reason and changes
// nothing; the hand-written evaluation and the default can be chosen by name.
func TestEvalFile(t *testing.T) {
	testpos.SkipRace(t)
	first, second := constant(t, "a net of mine.nnue", 1000), constant(t, "Second.nnue", 2000)
	file, err := os.ReadFile(second)
	require.NoError(t, err)
	damaged := filepath.Join(t.TempDir(), "damaged.nnue")
	file[len(file)/2] ^= 4
	require.NoError(t, os.WriteFile(damaged, file, 0o600))
	cut := filepath.Join(t.TempDir(), "cut.nnue")
	require.NoError(t, os.WriteFile(cut, file[:1000], 0o600))
	foreign := filepath.Join(t.TempDir(), "pikafish.nnue")
	require.NoError(t, os.WriteFile(foreign, []byte("\x20\x2f\xaf\x7aFeatures=HalfKAv2_hm"), 0o600))

	folder := t.TempDir()
	nowhere := filepath.Join(t.TempDir(), "nowhere.nnue")

	for _, dialect := range []Dialect{UCCI, UCI}[:testpos.Rounds(1, 2, 2)] {
		engine, err := search.New(search.DefaultOptions())
		require.NoError(t, err)
		defer engine.Close()
		set, hello := "setoption evalfile ", "ucci\nposition startpos"
		if dialect == UCI {
			set, hello = "setoption name EvalFile value ", "uci"
		}
		var out strings.Builder
		require.NoError(t, Run(t.Context(), engine, strings.NewReader(strings.Join([]string{
			hello,
			set + first, "eval",
			set + damaged, "eval",
			set + cut, set + foreign, set + folder, set + nowhere, "eval",
			set + second, "eval",
			set + "classical", "eval",
			set + "<internal>", "eval",
			set + "classical", set, "eval",
			"quit", "",
		}, "\n")), &out))

		start := board.Start()
		byHand := eval.Classical{}.New()
		byHand.Reset(&start)
		classical := byHand.Evaluate(&start)
		embedded, err := evals.Default()
		require.NoError(t, err)
		evaluator := embedded.New()
		evaluator.Reset(&start)
		byDefault := evaluator.Evaluate(&start)
		evaluation := func(score eval.Score) string { return fmt.Sprintf("Evaluation: %d for red, the side to move", score) }
		option := map[Dialect]string{UCCI: "evalfile", UCI: "EvalFile"}[dialect]
		taken := func(name string) string { return style{dialect: dialect}.message("%s: %s", option, name) }
		refused := func(name, why string) string {
			return style{dialect: dialect}.message("option %s stays as it was: %s: %s", option, name, why)
		}
		assert.Equal(t, 7, strings.Count(out.String(), "what each piece adds")+strings.Count(out.String(), "hand-written evaluation, terms for Red"))
		assert.Contains(t, out.String(), nameOf(t, second)+", scores for Red\n\nwhat each piece adds")
		var got []string
		for line := range strings.Lines(out.String()) {
			if strings.HasPrefix(line, "Evaluation") || strings.HasPrefix(line, "info") {
				line = strings.TrimSpace(line)
				for _, name := range []string{damaged, cut, foreign, folder, nowhere} {
					line = strings.Replace(line, plain(name), filepath.Base(name), 1)
				}
				got = append(got, line)
			}
		}
		assert.Equal(t, []string{
			taken(nameOf(t, first)), evaluation(1000),
			refused("damaged.nnue", "unusable network: checksum computed f604e5c2, want stored 9473a48c: the file is damaged"), evaluation(1000),
			refused("cut.nnue", fmt.Sprintf("unusable network: the file ends after 1000 bytes, want %d", len(file))),
			refused("pikafish.nnue", `unusable network: the file begins with " /\xafzFeat", want "ChuheNet": it is no network of this engine`),
			refused(filepath.Base(folder), "unusable network: not a regular file"),
			refused("nowhere.nnue", "file does not exist"), evaluation(1000),
			taken(nameOf(t, second)), evaluation(2000), taken("classical"), evaluation(classical),
			taken(embedded.Name()), evaluation(byDefault),
			taken("classical"), taken(embedded.Name()), evaluation(byDefault),
		}, got)
	}
}
