package search

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Range says what values a parameter may have.
type Range struct {
	Name     string // of the field of Params
	Default  int
	Min, Max int
	// Step is a change that is small but can be felt: a tuner's last step.
	Step int
}

// ranges holds the range of each field of Params, in their order.
var ranges = makeRanges()

// makeRanges reads the tags of Params.
func makeRanges() []Range {
	var list []Range
	for field := range reflect.TypeFor[Params]().Fields() {
		r := Range{Name: field.Name}
		_, err := fmt.Sscanf(field.Tag.Get("range"), "%d,%d,%d,%d", &r.Default, &r.Min, &r.Max, &r.Step)
		if err != nil {
			panic("search: the tag of " + field.Name + ": " + err.Error())
		}
		list = append(list, r)
	}
	return list
}

// Tag returns the tag of the parameter's field with another default.
func (r *Range) Tag(value int) string {
	return fmt.Sprintf(`range:"%d,%d,%d,%d"`, value, r.Min, r.Max, r.Step)
}

// Ranges returns what values the parameters may have, in the order of
// [Params.Each].
func Ranges() []Range { return slices.Clone(ranges) }

// DefaultParams returns the parameters of a new engine.
func DefaultParams() (p Params) {
	for r, at := range p.Each() {
		*at = r.Default
	}
	return p
}

// Each ranges over the parameters and their places, always in the same order.
func (p *Params) Each() iter.Seq2[*Range, *int] {
	return func(yield func(*Range, *int) bool) {
		v := reflect.ValueOf(p).Elem()
		for i, r := range ranges {
			if !yield(&r, v.Field(i).Addr().Interface().(*int)) {
				return
			}
		}
	}
}

// Validate returns an error that names the first parameter out of its range.
func (p *Params) Validate() error {
	for r, at := range p.Each() {
		if *at < r.Min || *at > r.Max {
			return fmt.Errorf("search: %s is %d, want %d to %d", r.Name, *at, r.Min, r.Max)
		}
	}
	return nil
}

// Set changes the parameters that a text like "RazorMargin=250,LMRCut=1100"
// names; upper and lower case are one, and blanks mean nothing. On an error
// nothing is changed.
func (p *Params) Set(text string) error {
	changed := *p
	seen := make(map[string]bool)
	for item := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(item, "=")
		if !ok {
			return fmt.Errorf("search: parameter %q, want name=value", item)
		}
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		n, err := strconv.Atoi(value)
		if err != nil {
			return fmt.Errorf("search: parameter %s is %q, want a whole number", name, value)
		}
		at := changed.find(name)
		switch {
		case at == nil:
			return fmt.Errorf("search: no parameter %q", name)
		case seen[strings.ToLower(name)]:
			return fmt.Errorf("search: parameter %s is given twice", name)
		}
		seen[strings.ToLower(name)] = true
		*at = n
	}
	if err := changed.Validate(); err != nil {
		return err
	}
	*p = changed
	return nil
}

// find returns the place of a parameter, nil for an unknown name.
func (p *Params) find(name string) *int {
	for r, at := range p.Each() {
		if strings.EqualFold(r.Name, name) {
			return at
		}
	}
	return nil
}

// String returns the parameters that are not at their defaults, as [Params.Set]
// reads them; "" if all are.
func (p *Params) String() string {
	var items []string
	for r, at := range p.Each() {
		if *at != r.Default {
			items = append(items, fmt.Sprintf("%s=%d", r.Name, *at))
		}
	}
	return strings.Join(items, ",")
}
