package match

import (
	stdflag "flag"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/unit"
	"chuhe/lang"
	"chuhe/search"
	"chuhe/tools/match/tournament"
)

// TestOwnSettings asserts that a worker trusts no settings of a job, above all no name of a program
// or of a file of its own machine.
func TestOwnSettings(t *testing.T) {
	build, err := search.Signature()
	require.NoError(t, err)
	const opening = `{"start":"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w","moves":["h2e2"]}` + "\n"
	open := func(build, openings string, change func(*ownSettings)) error {
		s := ownSettings{
			Engines:  [][]string{{"name=a", "nodes=9", "option.hashsize=1"}, {"name=b", "nodes=9", "args=-tune LMRBase=540"}},
			Schedule: tournament.Schedule{Players: 2, Format: tournament.RoundRobin, Games: 2},
		}
		change(&s)
		j, err := unit.New("match", build, true, s, map[string][]byte{openingsRole: []byte(openings)})
		require.NoError(t, err)
		_, err = Units(&j.Recipe, j.Contents)
		return err
	}
	same := func(*ownSettings) {}
	require.NoError(t, open(build, opening, same))
	for want, change := range map[string]func(*ownSettings){
		`settings out of range: {"Engines":[["name=a"`: func(s *ownSettings) { s.Engines, s.Schedule.Players = s.Engines[:1], 1 },
		`"Players":3`:         func(s *ownSettings) { s.Schedule.Players = 3 },
		`"Games":0`:           func(s *ownSettings) { s.Schedule.Games = 0 },
		"number 99: want 0-":  func(s *ownSettings) { s.Terms.Rules.Set = 99 },
		`"Games":1001`:        func(s *ownSettings) { s.Schedule.Games = 1001 },
		`"Format":"swiss"`:    func(s *ownSettings) { s.Schedule.Format = tournament.Swiss },
		`"Format":"knockout"`: func(s *ownSettings) { s.Schedule.Format = tournament.Knockout },
		`engine 2: cmd=/bin/sh: a worker runs no program that is named to it`:                func(s *ownSettings) { s.Engines[1][0] = "cmd=/bin/sh" },
		`engine 2: arg=board: want args="-tune NAME=VALUE,..."`:                              func(s *ownSettings) { s.Engines[1][2] = "arg=board" },
		`engine 2: option.evalfile=/etc/passwd: a file of this machine, want one of the job`: func(s *ownSettings) { s.Engines[1][2] = "option.evalfile=/etc/passwd" },
		`engine 2: option.bookfiles=/etc/passwd: the file is not on the workers`:             func(s *ownSettings) { s.Engines[1][2] = "option.bookfiles=/etc/passwd" },
		`engine 2: option.logfile=/tmp/log: a worker writes no file that is named to it`:     func(s *ownSettings) { s.Engines[1][2] = "option.logfile=/tmp/log" },
		"engine 2: option.x=1\nquit: several lines":                                          func(s *ownSettings) { s.Engines[1][2] = "option.x=1\nquit" },
		`engine 2: dir=/tmp: is of this machine`:                                             func(s *ownSettings) { s.Engines[1][2] = "dir=/tmp" },
		`engine 2: args=-tune Oops=1: search: no parameter "Oops"`:                           func(s *ownSettings) { s.Engines[1][2] = "args=-tune Oops=1" },
		`engine 2: args=-tune=LMRBase=540 board: search: parameter "board", want name=value`: func(s *ownSettings) { s.Engines[1][2] = "args=-tune=LMRBase=540 board" },
	} {
		assert.ErrorContains(t, open(build, opening, change), want)
	}
	for openings, want := range map[string]string{
		"":              "no openings",
		"x":             "opening 1: invalid character 'x' looking for beginning of value",
		`{"start":"x"}`: `opening 1: bad FEN: unknown letter: "x" at offset 0 (board): want one of KABNRCP, kabnrcp, 1-9 or /`,
		opening + `{"start":"3k5/9/9/9/9/9/9/9/9/4K4 w","moves":["e0e2"]}`: "opening 2: the piece cannot go there (ply 1, e0e2, red king)",
	} {
		assert.EqualError(t, open(build, openings, same), want)
	}
	assert.Equal(t, unit.BuildError{Has: build, Want: "other"}, open("other", opening, same))
}

// TestNoTemporaryFolder asserts that a worker says why it has no place for the networks of a job.
func TestNoTemporaryFolder(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	t.Setenv("TMPDIR", missing)
	t.Setenv("TMP", missing) // of Windows
	_, err := newOwn(tournament.Tournament{}, nil, nil)
	assert.ErrorIs(t, err, fs.ErrNotExist)
}

// TestFlagsElsewhere asserts that a match played elsewhere has no flag that does nothing there.
func TestFlagsElsewhere(t *testing.T) {
	elsewhere := over{(&unit.Flags{Merge: true}).Carrier("m"), func(*stdflag.FlagSet) {}}
	words := func(more ...string) []string {
		return append([]string{"-engine", "name=a", "nodes=9", "-engine", "name=b", "nodes=8"}, more...)
	}
	_, err := elsewhere.parse(t.Context(), words(), lang.English)
	require.NoError(t, err)
	_, err = elsewhere.parse(t.Context(), words("-recover"), lang.English)
	assert.ErrorContains(t, err, "-recover")
}
