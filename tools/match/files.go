package match

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"chuhe/internal/command"
	"chuhe/lang"
	"chuhe/tools/match/tournament"
)

// unusedBase returns a beginning of the names of files that no match has, for one without -out:
// another may have begun in the same second.
func unusedBase(base string) string {
	name := base
	for n := 2; exists(name + journalExt); n++ {
		name = fmt.Sprintf("%s-%d", base, n)
	}
	return name
}

// baseOf returns the beginning of the names of the files of a match, for -out; the whole name of
// one of them means the same.
func baseOf(name string) (string, error) {
	if name == "" {
		return "", lang.Errorf("match.noName")
	}
	for _, ext := range []string{journalExt, pgnExt, reportExt} {
		if base, ok := strings.CutSuffix(name, ext); ok && base != "" {
			return base, nil
		}
	}
	return name, nil
}

// openAgain opens the files of the match to continue.
func (m *session) openAgain() error {
	if err := m.openLog(); err != nil {
		return err
	}
	if err := m.reopen(m.resume, begun{Schedule: m.fingerprint(), Book: m.book.file}); err != nil {
		return fmt.Errorf("-resume: %w", err)
	}
	return nil
}

// open creates the files of the match.
func (m *session) open() (err error) {
	now := time.Now()
	if m.base == "" {
		m.base = unusedBase("match-" + now.Format("20060102-150405"))
	}
	if isFolder(m.base) {
		return lang.Errorf("match.outFolder", "name", m.base, "example", filepath.ToSlash(filepath.Join(m.base, "first")))
	}
	name := m.base + journalExt
	// Where the journal exists too, there is better advice below.
	if page := m.base + reportExt; exists(page) && !exists(name) {
		return lang.Errorf("match.outPage", "name", page)
	}
	if m.pgn == "" {
		m.pgn = m.base + pgnExt
	}
	if err := m.openLog(); err != nil {
		return err
	}
	// The journal comes first: if it exists already, no other file is created.
	var size int64
	if info, err := os.Stat(m.pgn); err == nil {
		size = info.Size()
	}
	gap, err := gapAfter(m.pgn)
	if err != nil {
		return fmt.Errorf("-pgnout: %w", err)
	}
	path, err := inFolder(name, m.pgn)
	if err != nil {
		return fmt.Errorf("-pgnout: %w", err)
	}
	b := begun{m.args, now, path, size, m.fingerprint(), m.book.file}
	if m.units.Merge { // an earlier one may have been interrupted
		return m.reopen(name, b)
	}
	m.journal, err = journals.Create(name, b)
	if errors.Is(err, fs.ErrExist) {
		return lang.Errorf("match.outGames", "name", name, "command", resumption(os.Args[0], name))
	}
	if err != nil {
		return fmt.Errorf("-out: %w", err)
	}
	if m.pgnFile, err = appendTo(m.pgn); err == nil {
		err = m.writeText(gap)
	}
	if err != nil { // nothing has been played
		return fmt.Errorf("-pgnout: %w", errors.Join(err, m.journal.Remove()))
	}
	return nil
}

// openLog opens the log, if there is one. All files of the match have their names.
func (m *session) openLog() (err error) {
	if err := m.apart(); err != nil || m.log == "" {
		return err
	}
	if m.logFile, err = appendTo(m.log); err != nil {
		return fmt.Errorf("-log: %w", err)
	}
	return nil
}

// apart returns an error where two of the files that the match reads and writes are one: each
// would damage what the other has.
func (m *session) apart() error {
	pgn := "-pgnout"
	if m.pgn == m.base+pgnExt {
		pgn = "-out"
	}
	files := []struct{ flag, name string }{
		{"-openings", m.book.file}, {"-config", m.engineFile}, {"-out", m.base + journalExt}, {"-out", m.base + reportExt},
		{pgn, m.pgn}, {"-log", m.log},
	}
	for i, f := range files {
		for _, other := range files[:i] {
			if (m.resume == "" || f.flag == "-log") && sameFile(f.name, other.name) {
				return lang.Errorf("match.sameFile", "flag", f.flag, "name", f.name, "other", other.flag)
			}
		}
	}
	return nil
}

// sameFile reports whether two names mean one file, whether or not it exists. What is no file, such as
// a terminal, may have several uses.
func sameFile(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	if info, err := os.Stat(a); err == nil {
		return info.Mode().IsRegular() && command.SameFile(a, []string{b}) != ""
	}
	full, err := filepath.Abs(a)
	other, fault := filepath.Abs(b)
	return err == nil && fault == nil && full == other
}

// exists reports whether there is a file, folder or link of a name.
func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// isFolder reports whether a name means a folder, whether or not it exists: files
// whose names it begins would be hidden in it.
func isFolder(name string) bool {
	last := filepath.Base(name)
	return os.IsPathSeparator(name[len(name)-1]) || last == "." || last == ".."
}

// reopen counts the games already played and opens the files to append. A journal that has nothing
// begins as wanted. Another PGN file than the one that is wanted, if any is, is an error.
func (m *session) reopen(name string, wanted begun) (err error) {
	var args []string // of the last run
	m.journal, err = journals.Open(name, wanted, func(e entry) error {
		if e.Record == nil {
			args = e.Args
			return nil
		}
		if err := m.belongs(e.Pairing); err != nil {
			return err
		}
		if err := e.Verify(&m.Terms); err != nil {
			return fmt.Errorf("game %d: %w", e.Game, err)
		}
		if m.standings.Add(e.Record, m.Schedule.Games) {
			m.played = append(m.played, *e.Record)
		}
		return nil
	})
	if err != nil {
		return err
	}
	b := m.journal.Settings
	if args == nil {
		args = b.Args
	}
	m.pgn = fromFolder(name, b.PGN)
	if wanted.PGN != "" && wanted.PGN != b.PGN {
		return lang.Errorf("match.pgnOther", "name", name, "pgn", m.pgn)
	}
	if err = m.catchUp(b.PGNFrom); err != nil && wanted.PGN != "" {
		if len(m.played) == 0 { // nothing has been joined
			err = errors.Join(err, m.journal.Remove())
		}
		return fmt.Errorf("-pgnout: %w", err)
	}
	if err != nil || slices.Equal(args, m.args) {
		return err
	}
	return m.journal.Add(entry{Args: m.args})
}

// belongs returns an error about a game of a journal that the match does not have.
func (m *session) belongs(g tournament.Pairing) error {
	if g.Game < 1 {
		return fmt.Errorf("game %d, want a number from 1", g.Game)
	}
	want, known := m.standings.At(g.Game)
	if !m.Schedule.Format.Drawn() { // it may have been begun with more rounds
		want, known = m.Schedule.At(g.Game), true
	}
	switch {
	case !known:
		return fmt.Errorf("game %d is not in the match, or games that decide who plays it are missing before it", g.Game)
	case g != want:
		return fmt.Errorf("game %d has red player %d and black player %d in round %d, want %d and %d in round %d",
			g.Game, g.RedPlayer+1, g.BlackPlayer+1, g.Round, want.RedPlayer+1, want.BlackPlayer+1, want.Round)
	}
	return nil
}
