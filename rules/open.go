package rules

// Note is a point on which the rule books leave a case open, and the reading
// that was applied, by Lang.
type Note [langs]string

// question is a point that a rule book leaves open and on which programs or
// referees differ.
type question struct {
	alter func(*law) // gives the law its other reading
	note  Note       // for verdicts that would be others under it
}

// asianQuestions are asked of verdicts by the Asian rules. docs/rules.md has
// the cases behind each.
var asianQuestions = []question{
	{func(l *law) { l.guardsEqual = true }, Note{
		"the book names only knights and cannons as chasers of a protected stronger piece; as all programs do, advisors and elephants are counted with them",
		"规则条文只写马、炮长捉有根车；本裁定同各程序一致，仕（士）、相（象）捉车、马、炮亦按捉处理",
	}},
	{func(l *law) { l.ranked = false }, Note{
		"the book does not say how a chase that only ever cuts off protectors weighs against a chase by new attacks; as its diagrams 39-41 and 61 require, the latter is the worse",
		"规则条文未写明以断根形成的捉与直接捉子孰重；本裁定依图39至41及图61，以直接捉子为重",
	}},
	{func(l *law) { l.checksExcuse = true }, Note{
		"the book does not say whether checks within the loop excuse a chase; here they do not, and a check that also attacks the same piece anew counts as its chase",
		"规则条文未写明循环中夹有将军时是否仍算长捉；本裁定对将军同时又捉同一子者按捉处理",
	}},
	{func(l *law) { l.byPair = false }, Note{
		"the book does not say whether one more attacker on a piece already attacked is a new chase; here it is",
		"规则条文未写明对已被捉之子增加捉者是否算新的捉；本裁定按新的捉处理",
	}},
}

// chineseQuestions are asked of verdicts by the Chinese rules.
var chineseQuestions = []question{
	{func(l *law) { l.threats = false }, Note{
		"the book sets no bound to threats of mate or gain; series of up to 4 checks were followed, and gains by exchanges were not looked for",
		"规则条文对杀着和得子未限深度；本裁定计算至多4次连续照将，未计算通过兑子得子",
	}},
}

// claimNote goes with a draw by the move limit that a side's many checks would
// put off if they did not count for its opponent either.
var claimNote = Note{
	"the book counts at most ten checks of the side that claims the draw; the draw is given as soon as either side could claim it",
	"规则条文规定提和一方的将军至多计十着；任何一方可以提和时即判和",
}
