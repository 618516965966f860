package rules

// Note is a point that a rule book leaves open and on which a verdict rests.
// docs/rules.md has the cases behind each.
type Note uint8

// The points, with the reading that was applied.
const (
	GuardsChase     Note = iota // Asian: advisors and elephants chase a protected stronger piece
	CutsWeighLess               // Asian: a chase that only cuts off protectors weighs less than one by new attacks
	ChecksNoExcuse              // Asian: checks within the loop do not excuse a chase
	AddedAttacker               // Asian: one more attacker on a piece already attacked is a new chase
	ThreatsBounded              // Chinese: threats are followed for a few checks only
	EitherSideClaim             // Asian: a draw by the move limit is given as soon as either side could claim it
)

// question is a point that a rule book leaves open and on which programs or
// referees differ.
type question struct {
	alter func(*law) // gives the law its other reading
	note  Note       // for verdicts that would be others under it
}

var asianQuestions = []question{
	{func(l *law) { l.guardsEqual = true }, GuardsChase},
	{func(l *law) { l.ranked = false }, CutsWeighLess},
	{func(l *law) { l.checksExcuse = true }, ChecksNoExcuse},
	{func(l *law) { l.byPair = false }, AddedAttacker},
}

var chineseQuestions = []question{
	{func(l *law) { l.threats = false }, ThreatsBounded},
}
