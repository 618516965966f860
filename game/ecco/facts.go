package ecco

// facts are the openings with moves that lead to them, in Chinese notation.
var facts = []struct {
	Opening
	moves string
}{
	// A: other openings than the central cannon.
	{Opening{"A", "Elephant opening", "飞相局"}, "相三进五"},
	{Opening{"A", "Elephant opening against the central cannon", "飞相对中炮"}, "相三进五 炮2平5"},
	{Opening{"A", "Elephant opening against the central cannon", "飞相对中炮"}, "相三进五 炮8平5"},
	{Opening{"A", "Elephant opening against the palcorner cannon", "飞相对士角炮"}, "相三进五 炮8平6"},
	{Opening{"A", "Elephant opening against the palcorner cannon", "飞相对士角炮"}, "相三进五 炮2平4"},
	{Opening{"A", "Elephant opening against the crosspalace cannon", "飞相对过宫炮"}, "相三进五 炮8平4"},
	{Opening{"A", "Elephant opening against the crosspalace cannon", "飞相对过宫炮"}, "相三进五 炮2平6"},
	{Opening{"A", "Elephant opening against the advanced pawn", "飞相对进卒"}, "相三进五 卒7进1"},
	{Opening{"A", "Elephant opening against the advanced pawn", "飞相对进卒"}, "相三进五 卒3进1"},
	{Opening{"A", "Elephant opening against the advanced horse", "飞相对起马"}, "相三进五 马8进7"},
	{Opening{"A", "Elephant opening against the advanced horse", "飞相对起马"}, "相三进五 马2进3"},
	{Opening{"A", "Same elephant game", "顺相局"}, "相三进五 象7进5"},
	{Opening{"A", "Opposite elephant game", "列相局"}, "相三进五 象3进5"},
	{Opening{"A", "Horse opening", "起马局"}, "马八进七"},
	{Opening{"A", "Horse opening against the advanced pawn", "起马对进卒"}, "马八进七 卒3进1"},
	{Opening{"A", "Horse opening against the advanced pawn", "起马对进卒"}, "马八进七 卒7进1"},
	{Opening{"A", "Palcorner cannon", "士角炮局"}, "炮二平四"},
	{Opening{"A", "Crosspalace cannon", "过宫炮局"}, "炮二平六"},
	{Opening{"A", "Crosspalace cannon against the central cannon", "过宫炮对中炮"}, "炮二平六 炮8平5"},
	{Opening{"A", "Crosspalace cannon against the central cannon", "过宫炮对中炮"}, "炮二平六 炮2平5"},
	{Opening{"A", "Palcorner cannon against the central cannon", "士角炮对中炮"}, "炮二平四 炮8平5"},
	{Opening{"A", "Palcorner cannon against the central cannon", "士角炮对中炮"}, "炮二平四 炮2平5"},

	// B: central cannon against other answers than the screen horses and cannons.
	{Opening{"", "Central cannon", "中炮局"}, "炮二平五"},
	{Opening{"", "Central cannon", "中炮局"}, "炮二平五 马8进7"},
	{Opening{"", "Central cannon", "中炮局"}, "炮二平五 马2进3"},
	{Opening{"B", "Central cannon against the single horse", "中炮对单提马"}, "炮二平五 马2进3 马二进三 马8进9"},
	{Opening{"B", "Central cannon against the single horse", "中炮对单提马"}, "炮二平五 马8进7 马二进三 马2进1"},
	{Opening{"B", "Central cannon against the sandwich horses", "中炮对反宫马"}, "炮二平五 马2进3 马二进三 炮8平6"},
	{Opening{"B", "Central cannon against the sandwich horses", "中炮对反宫马"}, "炮二平五 马2进3 马二进三 炮8平6 车一平二 马8进7"},
	{Opening{"B", "Five-six cannons against the sandwich horses", "五六炮对反宫马"}, "炮二平五 马2进3 马二进三 炮8平6 车一平二 马8进7 炮八平六"},
	{Opening{"B", "Five-seven cannons against the sandwich horses", "五七炮对反宫马"}, "炮二平五 马2进3 马二进三 炮8平6 车一平二 马8进7 兵三进一 卒3进1 马八进九 象7进5 炮八平七"},

	// C: central cannon against the screen horses.
	{Opening{"C", "Central cannon against the screen horses", "中炮对屏风马"}, "炮二平五 马8进7 马二进三 马2进3"},
	{Opening{"C", "Central cannon against the screen horses", "中炮对屏风马"}, "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3"},
	{Opening{"C", "Central cannon with the river rook against the screen horses", "中炮过河车对屏风马"}, "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵七进一 卒7进1 车二进六"},
	{Opening{"C", "Central cannon with the river rook against the screen horses, rook exchange offered", "中炮过河车对屏风马平炮兑车"}, "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵七进一 卒7进1 车二进六 炮8平9"},
	{Opening{"C", "Central cannon with the river rook against the screen horses, left horse to the riverbank", "中炮过河车对屏风马左马盘河"}, "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵七进一 卒7进1 车二进六 马7进6"},
	{Opening{"", "Central cannon against the left cannon blockade", "中炮对左炮封车"}, "炮二平五 马8进7 马二进三 车9平8 车一平二 炮8进4"},
	{Opening{"C", "Central cannon with the ranging rook against the screen horses", "中炮横车对屏风马"}, "炮二平五 马8进7 马二进三 马2进3 车一进一"},
	{Opening{"C", "Central cannon with the patrol rook against the screen horses", "中炮巡河车对屏风马"}, "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵七进一 卒7进1 车二进四"},
	{Opening{"C", "Central cannon with the patrol cannon against the screen horses", "中炮巡河炮对屏风马"}, "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 马八进七 卒7进1 炮八进二"},
	{Opening{"C", "Five-six cannons against the screen horses", "五六炮对屏风马"}, "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 炮八平六"},
	{Opening{"C", "Five-six cannons against the screen horses", "五六炮对屏风马"}, "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 马八进九 卒7进1 炮八平六"},
	{Opening{"C", "Five-seven cannons against the screen horses", "五七炮对屏风马"}, "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 马八进九 卒7进1 炮八平七"},
	{Opening{"C", "Five-seven cannons with the third pawn against the screen horses", "五七炮进三兵对屏风马"}, "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵三进一 卒3进1 马八进九 卒1进1 炮八平七"},
	{Opening{"C", "Five-eight cannons against the screen horses", "五八炮对屏风马"}, "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵三进一 卒3进1 马八进九 卒1进1 炮八进四"},

	// D: central cannon against a cannon in the centre.
	{Opening{"D", "Same direction cannons", "顺炮局"}, "炮二平五 炮8平5"},
	{Opening{"D", "Same direction cannons, ranging rook against filed rook", "顺炮横车对直车"}, "炮二平五 炮8平5 马二进三 马8进7 车一进一 车9平8"},
	{Opening{"D", "Same direction cannons, filed rook against ranging rook", "顺炮直车对横车"}, "炮二平五 炮8平5 马二进三 马8进7 车一平二 车9进1"},
	{Opening{"D", "Opposite direction cannons", "列炮局"}, "炮二平五 炮2平5"},
	{Opening{"D", "Late opposite direction cannons", "后补列炮"}, "炮二平五 马8进7 马二进三 车9平8 车一平二 炮2平5"},
	{Opening{"D", "Late opposite direction cannons", "后补列炮"}, "炮二平五 马8进7 马二进三 炮2平5"},

	// E: pawn openings.
	{Opening{"E", "Angel's advance", "仙人指路局"}, "兵七进一"},
	{Opening{"E", "Angel's advance against the thundering cannon", "仙人指路对卒底炮"}, "兵七进一 炮2平3"},
	{Opening{"E", "Same pawns", "对兵局"}, "兵七进一 卒7进1"},
}
