package collection

import (
	"strconv"

	"chuhe/internal/lazy"
	"chuhe/lang"
)

// Date is a day, a month or a year. The zero value is no date.
type Date struct{ Year, Month, Day int } // Month and Day are 0 if they are not known

// dates are a year, and perhaps a month and a day, in digits with anything between; or all three
// with nothing between.
var dates = lazy.Pattern(`(?:^|\D)(\d{4})(?:(0[1-9]|1[0-2])([0-2]\d|3[01])|\D+(\d{1,2})(?:\D+(\d{1,2}))?)?(?:\D|$)`)

// DateOf reads the date of a game as records write it: 1977.03.12, 1977-3-12, 19770312,
// 1977.??.??, or with Chinese words between the numbers. It returns the zero value where there is
// no year.
func DateOf(text string) (d Date) {
	m := dates().FindStringSubmatch(text)
	if m == nil {
		return d
	}
	d.Year, _ = strconv.Atoi(m[1])
	if d.Month, _ = strconv.Atoi(m[2] + m[4]); d.Month > 12 {
		d.Month = 0
	}
	if d.Day, _ = strconv.Atoi(m[3] + m[5]); d.Day > 31 || d.Month == 0 {
		d.Day = 0
	}
	return d
}

// wholeDates are what ParseDate takes.
var wholeDates = lazy.Pattern(`^\d{4}([-.]\d{1,2}([-.]\d{1,2})?)?$`)

// ParseDate reads a date of a command line: 1977, 1977-03 or 1977-03-12, with dots too.
func ParseDate(text string) (Date, error) {
	d := DateOf(text)
	first, last := d.first(), d.last()
	if !wholeDates().MatchString(text) || d == (Date{}) || len(text) > 4 && (d.Month == 0 || len(text) > 7 && d.Day == 0) || first > last {
		return Date{}, lang.Errorf("games.wantDate", "text", strconv.Quote(text))
	}
	return d, nil
}

// first returns the first day that the date may be, as a number that grows with time.
func (d Date) first() int { return (d.Year*100+max(d.Month, 1))*100 + max(d.Day, 1) }

// last returns the last such day.
func (d Date) last() int {
	month, day := d.Month, d.Day
	if month == 0 {
		month = 12
	}
	if day == 0 {
		day = 31
	}
	return (d.Year*100+month)*100 + day
}

// After reports whether all days that the date may be come after all those of another.
func (d Date) After(other Date) bool { return d.first() > other.last() }

// within reports whether the date may lie between two others, both included, of which either
// may be missing.
func (d Date) within(since, until Date) bool {
	if since == (Date{}) && until == (Date{}) {
		return true
	}
	return d != (Date{}) && !since.After(d) && (until == (Date{}) || !d.After(until))
}
