package text

// common are characters that most Chinese texts about Xiangqi have: the names of
// pieces, digits and directions, and the commonest of all, simplified or not. Bytes
// of another encoding rarely decode to them.
var common = func() map[rune]bool {
	set := make(map[rune]bool)
	for _, r := range "帅仕相车马炮兵将士象卒帥車馬砲包俥傌將前中后後一二三四五六七八九进退平進１２３４５６７８９" +
		"红黑方胜负和棋谱赛第局回合年月日全国个人团体先对紅勝負棋譜賽對國個團體時間" +
		"的一是不了在有我他这們個上大为和地到以说要就出会可也你生能着下自之过发里用道行所然家种事成多经么去法学如都同现当没动面起看定天分还进好小部其些主样" +
		"這為說會過發種經麼學現當沒動還樣點從來兩無實" {
		set[r] = true
	}
	return set
}()

// legacy returns the encoding of a text that is not Unicode: the one in which it
// contains more common characters.
func legacy(text []byte) code {
	score := func(c code) (n int) {
		decoded, err := encodings[c].NewDecoder().Bytes(text)
		if err != nil {
			return 0
		}
		for _, r := range string(decoded) {
			if common[r] {
				n++
			}
		}
		return
	}
	if score(big5Code) > score(gb18030Code) {
		return big5Code
	}
	return gb18030Code
}
