package formats

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/ccbridge"
	"chuhe/game/notation"
	"chuhe/game/xqf"
	"chuhe/internal/testpos"
	"chuhe/lang"
)

// english finds words of an English sentence.
var english = regexp.MustCompile(`\b(a|the|of|in|is|ply|move|game|want)\b`)

// TestChinese says what is wrong or doubtful about files in Chinese, without English words.
func TestChinese(t *testing.T) {
	const head = "[Red \"A\"]\n\n"
	for name, text := range map[string]string{
		"move":             head + "1. 炮二平五 马八进九进",
		"no such move":     head + "1. C2.5 a1",
		"illegal move":     head + "1. h2e2 e9e7",
		"two ways":         "[FEN \"3k5/9/9/9/9/9/4R4/9/4R4/3K5 w\"]\n\n1. 车五平一 将4平5 2. R.1",
		"facing":           "[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1\"]\n\n1. a0a1 d9d8 (1... d9e9 2. a1i9) 2. a1a2 *",
		"skipped there":    head + "1. C2.5 (1. C8.5 ... 2. H2+3 H8+7) H8+7 *",
		"skipped":          head + "1. C2.5 ... 2. H2+3 H8+7 *",
		"digits":           head + "1. 炮２平５ 马8进7 *",
		"numbers":          head + "1. C2.5 h8+7 (1... h2+3 5. P7+1) 2. H2+3 *",
		"result":           "[Result \"红优\"]\n\n1. h2e2",
		"results":          "[Result \"1-0\"]\n\n1. h2e2 0-1",
		"after the result": head + "1. h2e2 1-0 2. h9g7",
		"tags":             "[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1\"]\n[FEN \"3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1\"]\n[Variant \"Chess\"]\n[Rules \"mine\"]\n\n1. a0a1 ) *",
		"first":            head + "1... C8.5 *",
		"damaged":          head + "1. h2e2 {\xe7\x82\xae \xe7\x82 \xe7\x82\xae} *",
		"picture":          "标题：a\n┌┬┬┬[将]┬┬┬┐\n1. h2e2",
		"again":            "1. h2e2\n1. h2e2\n1. h2e2\n",
		"open comment":     head + "1. h2e2 {x",
		"open variation":   head + "1. h2e2 (1. b2e2",
		"early variation":  head + "(1. h2e2)",
		"deep":             head + "1. h2e2 " + strings.Repeat("(b2e2 ", 300),
		"bad tag":          "[Red \"A\"]\n[Black A\"\n\n1. h2e2 *",
		"FEN":              "[Red \"A\"]\n[FEN \"3k5/9/9/9/9/9/9/9/9 w\"]\n\n1. h2e2 *",
		"pieces":           "[Red \"A\"]\n[FEN \"3k5/9/9/9/9/9/9/9/9/R8 w\"]\n\n1. h2e2 *",
		"DhtmlXQ":          "[DhtmlXQ]\n[DhtmlXQ_binit]12[/DhtmlXQ_binit]\n[/DhtmlXQ]",
		"DhtmlXQ cut":      "[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n",
		"DhtmlXQ move":     "[DhtmlXQ]\n[DhtmlXQ_movelist]77477777[/DhtmlXQ_movelist]\n[/DhtmlXQ]",
		"DhtmlXQ branch":   "[DhtmlXQ]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_2_1]0000[/DhtmlXQ_move_0_2_1]\n[/DhtmlXQ]",
		"lists of FENs":    "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1 moves a0a1 a0a1\n",
		"CBR":              "CCBridge Record\x00\x00\x00\x00\x02 cut off",
		"CBL":              "CCBridgeLibrary\x00 cut off",
		"old CBL":          "CCBridge\x15\x00\x00\x00\x03 cut off",
		"XQF":              "XQ\x0a cut off",
		"CBF":              "<?xml version=\"1.0\"?>\n<CCBridgeRecord>\n<Head><FEN>3k5/9</FEN></Head>",
		"none":             "some text\nwithout a game\n",
		"unknown":          "\x00\x01\x02\x03",
	} {
		found := 0
		say := func(err error) {
			found++
			for _, l := range []lang.Lang{"zh-Hans", "zh-Hant"} {
				about := About(l, "x", err)
				assert.NotRegexp(t, english, about, "%s: %v", name, err)
				assert.NotEmpty(t, regexp.MustCompile(`\p{Han}`).FindString(about), name)
			}
		}
		format, games, err := Read(strings.NewReader(text))
		if err != nil {
			say(err)
			continue
		}
		require.NotNil(t, format, name)
		var doubts game.Doubts
		for g, err := range games {
			if err != nil {
				say(err)
			}
			if g != nil {
				doubts.Add(g)
			}
		}
		for i := range doubts {
			say(doubts[i].First)
		}
		assert.Positive(t, found, "%s: nothing was wrong", name)
	}
}

// TestCutInChinese says at which move a variation is cut, and why.
func TestCutInChinese(t *testing.T) {
	_, games, err := Read(strings.NewReader("1. h2e2 h9g7 (1... a1 2. b0c2) 2. h0g2 (2. h0h9) *"))
	require.NoError(t, err)
	n := 0
	for g, err := range games {
		n++
		require.NoError(t, err)
		require.Len(t, g.Warnings, 1)
		assert.Equal(t, "x：第1行（第19字节）第1局：变着有2处截断，略去3着；第一处：第2着“a1”没有棋子能这样走", About("zh-Hans", "x", g.Warnings[0]))
	}
	assert.Equal(t, 1, n)
}

// TestQuotedMove puts a text that is no legal move before the reason.
func TestQuotedMove(t *testing.T) {
	p := board.Start()
	for text, want := range map[string]map[lang.Lang]string{
		"C2.9": {
			lang.English: `"C2.9": no such piece can go there`, "vi": `"C2.9": không có quân nào đi được như vậy`,
			"zh-Hans": "“C2.9”没有棋子能这样走", "zh-Hant": "「C2.9」沒有棋子能這樣走",
		},
		"xyz": {lang.English: `"xyz": not a move`, "vi": `"xyz": không phải nước đi`, "zh-Hans": "“xyz”不是着法", "zh-Hant": "「xyz」不是著法"},
	} {
		_, err := notation.Parse(&p, text)
		require.Error(t, err)
		for l, want := range want {
			assert.Equal(t, want, Explain(l, err))
		}
	}
}

// TestEnglishPieces names the pieces in an error as people read them, and in one way.
func TestEnglishPieces(t *testing.T) {
	for fen, want := range map[string]string{
		"3k5/9/9/9/9/9/9/3B5/9/4K4 w": `bad FEN: elephant off its seven points: "B" at offset 17 (board): red elephant on d2, want c0 g0 a2 e2 i2 c4 g4`,
		"3k5/9/9/9/9/P8/P8/9/9/4K4 w": `bad FEN: soldier where no soldier can stand: "P" at offset 15 (board): one more red soldier of the a file on a3, want one before the river`,
		"3k5/9/9/9/3R5/9/9/9/9/4K4 w": `red to move could take the general on d9 with the chariot on d5`,
		"3k5/9/2N6/9/9/9/9/9/9/4K4 w": `red to move could take the general on d9 with the horse on c7`,
		"9/9/9/9/9/9/9/9/9/4K4 w":     `no black general`,
		"3k5/9/9/9/9/9/9/9/9/4K3X9 w": `want one of KABNRCP`,
	} {
		_, err := board.ParseFEN(fen)
		require.Error(t, err, fen)
		assert.Contains(t, inEnglish(fmt.Errorf("a.pgn: %w", err)), want)
	}
}

// TestWideFEN counts the characters of a FEN from 1, and shows the whole one that is wrong.
func TestWideFEN(t *testing.T) {
	_, err := board.ParseFEN("3k5/9／9/9/9/9/9/9/9/4K4 w")
	assert.Equal(t, `FEN 有误：不认识的棋子字母，红方应为 KABNRCP，黑方为其小写（第6个字符，"／"）`, Explain("zh-Hans", err))
}

// TestReasons says in each language why a file of XQStudio, CCBridge or DhtmlXQ cannot be read.
func TestReasons(t *testing.T) {
	written := func(f *game.Format, moves string) []byte {
		var out bytes.Buffer
		_, err := f.Write(&out, game.New(board.Start(), testpos.Moves(t, moves)...), game.WriteOptions{})
		require.NoError(t, err)
		return out.Bytes()
	}
	changed := func(data []byte, at int, to ...byte) []byte { copy(data[at:], to); return data }
	const moves = "h2e2 h9g7 h0g2"
	xqfFile, cbrFile := written(xqf.Format, moves), written(ccbridge.CBR, moves)
	dhtmlxqFile := func(name, text string) []byte {
		return fmt.Appendf(nil, "[DhtmlXQ]\n[DhtmlXQ_%s]%s[/DhtmlXQ_%[1]s]\n[/DhtmlXQ]", name, text)
	}
	const cbf = "<?xml version=\"1.0\"?>\n<ChineseChessRecord>\n"
	for _, c := range []struct {
		name             string
		file             []byte
		zh, hant, vi, en string
	}{
		{"XQF: head", xqfFile[:100], "第100字节：XQF 文件有误：内容不完整，提前结束", "第100位元組：XQF 檔案有誤：內容不完整，提前結束", "byte 100: tập tin XQF sai: nội dung kết thúc quá sớm", "bad XQF: the file ends within the header of 1024 bytes"},
		{"XQF: moves", xqfFile[:1034], "XQF 文件有误：内容不完整", "XQF 檔案有誤：內容不完整", "kết thúc quá sớm", "bad XQF: the file ends, want a move"},
		{"XQF: comment", changed(bytes.Clone(xqfFile), 1024+4, 0xFF, 0xFF, 0xFF, 0x7F), "XQF 文件有误：注释长度不对", "註釋長度不對", "độ dài lời bình", "a comment of"},
		{"XQF: square", changed(bytes.Clone(xqfFile), 1024+8+8, 24+90), "第2着", "著法超出棋盤", "nước đi ra ngoài bàn cờ", "want squares 0-89"},
		{"XQF: point", changed(bytes.Clone(xqfFile), 16+20, 40), "XQF 文件有误：同一个点上有两个棋子", "同一個點上有兩個棋子", "hai quân ở cùng một điểm", "where there is a red"},
		{"CBR: head", cbrFile[:100], "象棋桥文件有误：内容不完整", "象棋橋檔案有誤：內容不完整", "tập tin CCBridge sai: nội dung kết thúc", "the file ends within the head"},
		{"CBR: moves", cbrFile[:len(cbrFile)-2], "象棋桥文件有误：内容不完整", "內容不完整", "kết thúc quá sớm", "the game ends, want a move"},
		{"CBR: version", changed(bytes.Clone(cbrFile), 19, 3), "象棋桥文件有误：不支持这个版本", "不支援這個版本", "không hỗ trợ phiên bản này", "version 3 of CBR, want 2"},
		{"CBR: piece", changed(bytes.Clone(cbrFile), 2120, 0x38), "象棋桥文件有误：不认识的棋子", "不認識的棋子", "không rõ là quân gì", "piece 0x38"},
		{"CBL: old", []byte("CCBridge\x15\x00\x00\x00\x03 cut off"), "不支持这个版本", "不支援這個版本", "không hỗ trợ", "library of the first CCBridge"},
		{"CBL: head", []byte("CCBridgeLibrary\x00 cut off"), "象棋桥文件有误：内容不完整", "內容不完整", "kết thúc quá sớm", "the file ends within the head"},
		{"CBF: XML", []byte(cbf + "<Head><FEN></Head>"), "象棋桥文件有误：XML 有误", "XML 有誤", "XML sai", "XML syntax error"},
		{"CBF: end", []byte(cbf + "<Head><FEN></FEN>"), "象棋桥文件有误：内容不完整，提前结束", "內容不完整，提前結束", "nội dung kết thúc quá sớm", "XML syntax error"},
		{"CBF: charset", []byte("<?xml version=\"1.0\" encoding=\"EBCDIC\"?><ChineseChessRecord/>"), "象棋桥文件有误：不支持的字符编码", "不支援的字元編碼", "bảng mã không được hỗ trợ", "charset \"EBCDIC\""},
		{"CBF: result", []byte(cbf + "<Head><RecordResult>x</RecordResult>"), "象棋桥文件有误：结果应为数字", "結果應為數字", "kết quả phải là số", "result \"x\", want a number"},
		{"CBF: move", []byte(cbf + "<Head><FEN>" + board.StartFEN + "</FEN></Head><MoveList><Move value=\"7-4\"/></MoveList></ChineseChessRecord>"), "着法应如 77-47", "著法應如 77-47", "nước đi phải như 77-47", "want one such as 77-47"},
		{"CBF: after the end", []byte(cbf + "<Head><FEN>" + board.StartFEN + "</FEN></Head><MoveList><Move value=\"77-47\" end=\"1\"/><Move value=\"77-47\"/>"), "终局标记之后还有着法", "終局標記之後還有著法", "có nước đi sau khi ván đã kết thúc", "a move after the end of the game"},
		{"CBF: start", []byte(cbf + "<Head><FEN></FEN></Head></ChineseChessRecord>"), "象棋桥文件有误：缺少起始局面", "缺少起始局面", "thiếu thế cờ ban đầu", "no element FEN"},
		{"DhtmlXQ: start", dhtmlxqFile("binit", "12"), "DhtmlXQ 有误：起始局面应为 64 位数字", "應為 64 位數字", "cần 64 chữ số", "2 digits of binit, want 64"},
		{"DhtmlXQ: move", dhtmlxqFile("movelist", "7747x"), "DhtmlXQ 有误：每着应为四位数字", "每著應為四位數字", "cần bốn chữ số", "among the moves, want digits"},
		{"DhtmlXQ: end", []byte("[DhtmlXQ]\n[DhtmlXQ_movelist]7747"), "DhtmlXQ 有误：缺少结束标记", "缺少結束標記", "thiếu dấu kết thúc", "movelist has no end"},
	} {
		var found error
		_, games, err := Read(bytes.NewReader(c.file))
		require.NoError(t, err, c.name)
		for _, err := range games {
			if err != nil {
				found = err
			}
		}
		require.Error(t, found, c.name)
		for l, want := range map[lang.Lang]string{"zh-Hans": c.zh, "zh-Hant": c.hant, "vi": c.vi, lang.English: c.en} {
			said := Explain(l, found)
			assert.Contains(t, said, want, c.name)
			if l != lang.English {
				assert.NotRegexp(t, english, said, c.name)
			}
		}
	}
}
