// Package unit divides the work of a command into units that any machine can do, and
// joins their results to what one machine makes alone.
//
// A [Job] is a number of units. A unit depends on nothing but its job and its index, so
// that it may be done anywhere, at any time, and more than once. A job is known by the
// SHA-256 of its [Recipe], and a result by its own, so that results of different work
// cannot be mixed. here.go does units in this process, folder.go keeps the results of parts
// that were done apart, and the module fleet sends units to other machines.
package unit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"chuhe/internal/command"
	"chuhe/lang"
)

// Job is work in units.
type Job struct {
	Recipe
	// Units is the number of units.
	Units int
	// Contents of the files of the recipe, by their roles.
	Contents map[string][]byte
	// Kind opens the job.
	Kind Kind
	// State says in a few words what the results so far have come to, such as the score of
	// a match; nil for nothing. A carrier calls it between results.
	State func() string
}

// Recipe is everything that decides the results of a job, except the number of its units:
// there may be more of them later.
type Recipe struct {
	Command string `json:"command"`
	// Build identifies the programs whose results are the same.
	Build string `json:"build"`
	// Exact says that a unit has the same result every time.
	Exact    bool            `json:"exact"`
	Settings json.RawMessage `json:"settings"`
	// Files are the SHA-256 of files, by their roles.
	Files map[string]string `json:"files,omitempty"`
}

// Kind opens the jobs of a command on the machine that does them: it returns a function
// that makes a worker for each unit that is done at a time. The error says what this program or
// machine lacks.
type Kind func(r *Recipe, contents map[string][]byte) (func() (Worker, error), error)

// BuildError says that a program is not of the build that a job wants.
type BuildError struct{ Has, Want string }

func (e BuildError) Error() string { return e.In(lang.English) }

// In returns the text in a language.
func (e BuildError) In(l lang.Lang) string { return l.Say("unit.build", "has", e.Has, "want", e.Want) }

// CheckBuild returns a [BuildError] if the signature of this program differs from the build
// of the recipe, or the error of signature.
func (r *Recipe) CheckBuild(signature func() (string, error)) error {
	has, err := signature()
	if err == nil && has != r.Build {
		err = BuildError{Has: has, Want: r.Build}
	}
	return err
}

// Worker does one unit at a time. Whatever came before, a unit that was left because ctx was
// done included, does not change the result of the next.
type Worker interface {
	Do(ctx context.Context, unit int) ([]byte, error)
	Close()
}

// Carrier gets the units of a job done, from the given one on, and yields their results in
// order. An error ends the sequence.
type Carrier func(ctx context.Context, job *Job, first int) iter.Seq2[[]byte, error]

// New returns a job. Its recipe holds the settings as JSON and the sums of the files; a nil
// content is no file.
func New(command, build string, exact bool, settings any, contents map[string][]byte) (*Job, error) {
	text, err := json.Marshal(settings)
	if err != nil {
		return nil, err
	}
	j := &Job{
		Recipe:   Recipe{Command: command, Build: build, Exact: exact, Settings: text, Files: map[string]string{}},
		Contents: map[string][]byte{},
	}
	for role, content := range contents {
		if content != nil {
			j.Files[role], j.Contents[role] = Sum(content), content
		}
	}
	return j, nil
}

// Open returns what makes the workers of the job on this machine.
func (j *Job) Open() (func() (Worker, error), error) { return j.Kind(&j.Recipe, j.Contents) }

// ID returns the name of the job: the SHA-256 of its recipe.
func (r *Recipe) ID() string {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // the settings are JSON already
	}
	return Sum(text)
}

// Read reads the settings. It refuses a field that is not known.
func (r *Recipe) Read(settings any) error {
	d := json.NewDecoder(bytes.NewReader(r.Settings))
	d.DisallowUnknownFields()
	if err := d.Decode(settings); err != nil {
		return fmt.Errorf("the settings of the job: %w", err)
	}
	return nil
}

// Sum returns the name of a content: its SHA-256.
func Sum(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// Part is a share of a job: of N parts the one of an index from 0. Part I has the units I,
// I+N, I+2N and so on.
type Part struct{ I, N int }

// String returns "I/N". It and Set implement [flag.Value].
func (p *Part) String() string {
	if p == nil || p.N == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", p.I, p.N)
}

// Set reads "I/N".
func (p *Part) Set(text string) error {
	index, parts, ok := strings.Cut(text, "/")
	i, err := strconv.Atoi(index)
	n, wrong := strconv.Atoi(parts)
	if !ok || err != nil || wrong != nil || i < 0 || i >= n {
		return lang.Errorf("unit.part")
	}
	p.I, p.N = i, n
	return nil
}

// Flags are the flags of a command that works in units: -unit does a part, and -merge joins
// the results. Over, which is no flag, has the units done elsewhere.
type Flags struct {
	Part  Part
	Merge bool
	Over  Carrier
}

// Define defines the flags, unless units are done elsewhere.
func (f *Flags) Define(flags *flag.FlagSet) {
	if f.Over == nil {
		flags.Var(&f.Part, "unit", "")
		flags.BoolVar(&f.Merge, "merge", false, "")
	}
}

// Given reports whether the command works in units.
func (f *Flags) Given() bool { return f.Part.N > 0 || f.Merge || f.Over != nil }

// Carrier returns what yields the results of the units of an output, nil where a part is to be
// done.
func (f *Flags) Carrier(output string) Carrier {
	switch {
	case f.Over != nil:
		return f.Over
	case f.Merge:
		return folderOf(output).results
	}
	return nil
}

// Run does the part that the flags ask for, and prints where its results are.
func (f *Flags) Run(ctx context.Context, j *Job, output string, atOnce int, s command.Streams) error {
	dir, whole := folderOf(output), -1
	m := command.NewMeter(s)
	defer m.Close()
	err := dir.do(ctx, j, f.Part, atOnce, func(done, all int) {
		whole = done
		m.Show(float64(done)/float64(max(all, 1)), fmt.Sprintf(" %d/%d", done, all))
	})
	m.Close()
	if whole >= 0 { // else the folder cannot be read
		fmt.Fprintln(s.Out, s.Lang.Say("unit.done", "folder", dir, "done", whole, "units", j.Units, "part", &f.Part))
	}
	return err
}

// Check returns an error about flags that contradict each other.
func (f *Flags) Check() error {
	if f.Part.N > 0 && f.Merge {
		return command.Usage(lang.Errorf("unit.both"))
	}
	return nil
}

// all yields the units of the part.
func (p Part) all(units int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := p.I; i < units && yield(i) && p.N < units-i; i += p.N {
		}
	}
}
