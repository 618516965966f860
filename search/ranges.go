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

// ranges has all fields of Params, in their order. The defaults were found
// by tune in 11,000 games of 2500 nodes with the network, from first guesses; the
// depths still are such.
var ranges = [...]Range{
	{"AspirationWindow", 18, 5, 80, 3},
	{"AspirationDepth", 5, 1, 10, 1},
	{"AspirationGrowth", 49, 10, 200, 10},
	{"RazorMargin", 273, 50, 800, 30},
	{"RazorDepth", 3, 0, 8, 1},
	{"ReverseMargin", 48, 20, 250, 8},
	{"ReverseImproving", 65, 0, 250, 10},
	{"ReverseDepth", 9, 3, 20, 1},
	{"NullDepth", 3, 1, 8, 1},
	{"NullReduction", 3918, 1024, 8192, 300},
	{"NullShare", 328, 0, 700, 30},
	{"NullDivisor", 185, 40, 1000, 20},
	{"NullMargin", 126, -100, 500, 20},
	{"NullSlope", 17, 0, 80, 3},
	{"NullVerifyDepth", 12, 4, 30, 1},
	{"ProbCutMargin", 198, 50, 600, 20},
	{"ProbCutDepth", 5, 4, 12, 1},
	{"IIRDepth", 4, 2, 12, 1},
	{"SingularDepth", 7, 4, 14, 1},
	{"SingularMargin", 34, 4, 128, 5},
	{"DoubleMargin", 18, 0, 120, 5},
	{"MostDoubles", 6, 0, 20, 1},
	{"CheckExtensionDepth", 8, 0, 30, 1},
	{"FutilityBase", 108, 0, 500, 15},
	{"FutilityMargin", 105, 20, 400, 10},
	{"FutilityDepth", 8, 2, 16, 1},
	{"FutilityHistory", 30, 0, 128, 6},
	{"CaptureFutilityBase", 281, 50, 800, 25},
	{"CaptureFutilityMargin", 242, 50, 800, 25},
	{"CaptureFutilityDepth", 6, 1, 16, 1},
	{"CaptureFutilityHistory", 13, 0, 64, 3},
	{"QuietSEE", 30, 5, 120, 3},
	{"CaptureSEE", 161, 20, 400, 10},
	{"HistoryPrune", 3673, 500, 10000, 300},
	{"HistoryDepth", 5, 0, 16, 1},
	{"LateBase", 423, 0, 1500, 50},
	{"LateSlope", 116, 20, 400, 10},
	{"LateBaseWorse", 332, 0, 1500, 50},
	{"LateSlopeWorse", 57, 10, 300, 6},
	{"BadCaptureMargin", 57, -100, 300, 15},
	{"CaptureOrder", 16, 1, 64, 2},
	{"QuiescenceFutility", 190, 20, 600, 15},
	{"EvasionLimit", 3, 1, 12, 1},
	{"LMRDepth", 2, 2, 6, 1},
	{"LMRBase", 579, -500, 2000, 60},
	{"LMRDivisor", 2235, 1000, 5000, 120},
	{"LMRHistoryDivisor", 9780, 2000, 30000, 700},
	{"LMRCut", 1382, 0, 3500, 130},
	{"LMRWasPV", 728, 0, 3000, 130},
	{"LMRIsPV", 516, 0, 3000, 130},
	{"LMRNotImproving", 581, -500, 2500, 130},
	{"LMRCheck", 576, -500, 2500, 130},
	{"LMRCutoffs", 899, -500, 2500, 130},
	{"LMRLoudHash", 523, -500, 2500, 130},
	{"LMRKiller", 859, -500, 2500, 130},
	{"LMRCapture", 584, -500, 2500, 130},
	{"ManyCutoffs", 1, 0, 12, 1},
	{"DeeperMargin", 46, 5, 250, 6},
	{"ShallowerMargin", 6, 0, 80, 2},
	{"HistoryBonus", 124, 20, 800, 16},
	{"HistoryBonusMost", 2048, 300, 6000, 150},
	{"HistoryMalus", 178, 20, 800, 16},
	{"HistoryMalusMost", 1608, 300, 6000, 150},
	{"CorrectionPawn", 2582, 0, 10000, 250},
	{"CorrectionPieces", 2844, 0, 10000, 250},
	{"CorrectionRate", 131, 16, 600, 12},
}

// Ranges returns what values the parameters may have, in the order of
// [Params.Each].
func Ranges() []Range { return slices.Clone(ranges[:]) }

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
		for i := range ranges {
			r := ranges[i]
			if !yield(&r, v.FieldByName(r.Name).Addr().Interface().(*int)) {
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
	for _, item := range strings.Split(text, ",") {
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

// find returns the place of a parameter, nil if there is none of the name.
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
