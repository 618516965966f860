package command

// Meter shows nothing: in a browser there is no terminal.
type Meter struct{ Streams }

// NewMeter returns a meter.
func NewMeter(s Streams) *Meter { return &Meter{s} }

// Shown reports whether there is a terminal.
func (m *Meter) Shown() bool { return false }

// Show does nothing.
func (m *Meter) Show(done float64, text string) {}

// Close does nothing.
func (m *Meter) Close() {}
