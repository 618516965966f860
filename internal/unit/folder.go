package unit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"chuhe/internal/command"
	"chuhe/internal/lazy"
	"chuhe/internal/ordered"
	"chuhe/internal/wholefile"
	"chuhe/lang"
)

// folder holds results, each in a file of its own that is there whole or not at all. The
// name of a file has the unit and the sum of the content: equal results are one
// file, and results that differ are two.
type folder string

// folderOf returns the folder of the units of an output.
func folderOf(output string) folder { return folder(output + ".units") }

// mostUnits is the most that a folder can have: their names have eight digits, and a list of them
// must fit into the memory.
const mostUnits = 10_000_000

// head is the first line of a file; the result follows.
type head struct {
	Job     string `json:"job"`
	Command string `json:"command"`
	Unit    int    `json:"unit"`
}

// In names the unit in a language.
func (h head) In(l lang.Lang) string {
	return l.Say("unit.of", "unit", h.Unit, "command", h.Command, "job", fmt.Sprintf("%.12s", h.Job))
}

// named matches the names of files: the unit, and the first half of the sum.
var named = lazy.Pattern(`^(\d{8})-([0-9a-f]{32})\.unit$`)

// save keeps the result of a unit.
func (f folder) save(j *Job, unit int, result []byte) error {
	line, err := json.Marshal(head{j.ID(), j.Command, unit})
	if err != nil {
		return err
	}
	content := append(append(line, '\n'), result...)
	if err := os.MkdirAll(string(f), 0o777); err != nil {
		return command.Input(err)
	}
	name := fmt.Sprintf("%08d-%s.unit", unit, Sum(content)[:32])
	return wholefile.Write(filepath.Join(string(f), name), func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// names returns the names of the files of each unit. The error may say that the job has more
// units than a folder can have.
func (f folder) names(j *Job) (map[int][]string, error) {
	if j.Units > mostUnits {
		return nil, command.Input(lang.Errorf("unit.tooMany", "folder", string(f), "units", j.Units, "most", mostUnits))
	}
	entries, err := os.ReadDir(string(f))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, command.Input(err)
	}
	all := map[int][]string{}
	for _, entry := range entries {
		if m := named().FindStringSubmatch(entry.Name()); m != nil {
			unit, err := strconv.Atoi(m[1])
			if err != nil {
				return nil, err
			}
			all[unit] = append(all[unit], entry.Name())
		}
	}
	return all, nil
}

// read returns the result of a unit in a file.
func (f folder) read(j *Job, unit int, name string) ([]byte, error) {
	path := filepath.Join(string(f), name)
	content, err := command.ReadFile(path, command.MaxData)
	if err != nil {
		return nil, command.Input(err)
	}
	if sum := Sum(content)[:32]; sum != named().FindStringSubmatch(name)[2] {
		return nil, command.Input(lang.Errorf("unit.damaged", "file", path, "sum", sum, "unit", unit))
	}
	line, result, _ := bytes.Cut(content, []byte("\n"))
	var h head
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, command.Input(lang.Errorf("unit.none", "file", path, "reason", err))
	}
	if want := (head{j.ID(), j.Command, unit}); h != want {
		return nil, command.Input(lang.Errorf("unit.foreign", "file", path, "unit", h, "want", want))
	}
	return result, nil
}

// results is a [Carrier] of the results in the folder. The error names units that are
// missing, and units of which there are results that differ.
func (f folder) results(ctx context.Context, j *Job, first int) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		names, err := f.complete(j, first)
		if err != nil {
			yield(nil, err)
			return
		}
		for unit := first; unit < j.Units; unit++ {
			result, err := f.read(j, unit, names[unit][0])
			if err == nil {
				err = ctx.Err()
			}
			if !yield(result, err) || err != nil {
				return
			}
		}
	}
}

// complete returns the names of the files, one of each unit from the first on.
func (f folder) complete(j *Job, first int) (map[int][]string, error) {
	names, err := f.names(j)
	if err != nil {
		return nil, err
	}
	var missing []int
	for unit := first; unit < j.Units; unit++ {
		switch files := names[unit]; {
		case len(files) == 0:
			missing = append(missing, unit)
		case len(files) > 1:
			return nil, command.Input(lang.Errorf("unit.differ", "folder", string(f), "unit", unit, "files", lang.List(files)))
		}
	}
	if len(missing) > 0 {
		return nil, command.Input(lang.Errorf("unit.missing", "folder", string(f), "missing", len(missing), "units", j.Units-first, "list", Ranges(missing)))
	}
	return names, nil
}

// Ranges lists ascending numbers as "3, 7-9"; after ten ranges it ends in "...".
func Ranges(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		from := i
		for i++; i < len(numbers) && numbers[i] == numbers[i-1]+1; i++ {
		}
		if len(parts) == 10 {
			return strings.Join(parts, ", ") + ", ..."
		}
		part := strconv.Itoa(numbers[from])
		if i-from > 1 {
			part += "-" + strconv.Itoa(numbers[i-1])
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// do does the units of a part that the folder lacks, a number of them at a time, and
// calls report with the number of those done and of all of the part, from one goroutine. After
// an error those that are finished stay.
func (f folder) do(ctx context.Context, j *Job, part Part, atOnce int, report func(done, all int)) error {
	names, err := f.names(j)
	if err != nil {
		return err
	}
	var left []int
	done := 0
	for unit := range part.all(j.Units) {
		if len(names[unit]) == 0 {
			left = append(left, unit)
			continue
		}
		if _, err := f.read(j, unit, names[unit][0]); err != nil {
			return err
		}
		done++
	}
	all := done + len(left)
	report(done, all)
	workers, end, err := j.workers(min(atOnce, len(left)))
	if err != nil {
		return err
	}
	defer end()
	var each []func(context.Context, int) error
	for _, w := range workers {
		each = append(each, func(ctx context.Context, unit int) error {
			result, err := w.Do(ctx, unit)
			if err == nil {
				err = f.save(j, unit, result)
			}
			return err
		})
	}
	for err := range ordered.Map(ctx, slices.Values(left), each...) {
		if err != nil && ctx.Err() == nil {
			return err
		}
		if err == nil {
			done++
			report(done, all)
		}
	}
	return context.Cause(ctx)
}
