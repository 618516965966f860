package protocol

// Dialect is the protocol of the answers. The zero value is UCCI.
type Dialect uint8

// The dialects.
const (
	UCCI Dialect = iota
	UCI
)

// String returns the first word of a host that speaks the dialect.
func (d Dialect) String() string {
	if d == UCI {
		return "uci"
	}
	return "ucci"
}
