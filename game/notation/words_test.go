package notation

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
)

// TestWords reads moves in the words of Vietnam and moves with blanks between their parts.
func TestWords(t *testing.T) {
	black := strings.Replace(board.StartFEN, " w ", " b ", 1)
	cannons := "5k3/9/4b4/9/9/4C4/9/4C4/9/3K5 w"
	for _, c := range []struct{ fen, text, want string }{
		{board.StartFEN, "Pháo 2 bình 5", "h2e2"},
		{board.StartFEN, "pháo 2 BÌNH 5", "h2e2"},
		{board.StartFEN, "Pha\u0301o 2 bi\u0300nh 5", "h2e2"},
		{board.StartFEN, "phao 2 binh 5", "h2e2"},
		{board.StartFEN, "Pháo2bình5", "h2e2"},
		{board.StartFEN, "P2 bình 5", "h2e2"},
		{board.StartFEN, "Pháo 2-5", "h2e2"},
		{board.StartFEN, "Pháo 2 – 5", "h2e2"},
		{board.StartFEN, "Pháo 8 thoái 1", "b2b1"},
		{board.StartFEN, "Pháo 8 lui 1", "b2b1"},
		{board.StartFEN, "Voi 3 tấn 5", "g0e2"},
		{"5k3/4P4/4P4/4P4/9/9/9/9/9/3K5 w", "Tốt giữa bình 4", "e7f7"},
		{board.StartFEN, "Xe 9 tấn 2", "a0a2"},
		{board.StartFEN, "Xa 9 tiến 2", "a0a2"},
		{board.StartFEN, "Mã 2 tiến 3", "h0g2"},
		{board.StartFEN, "Ma 8.7", "b0c2"},
		{board.StartFEN, "Tốt 7 tấn 1", "c3c4"},
		{board.StartFEN, "Chốt 7 tien 1", "c3c4"},
		{board.StartFEN, "Binh 7 tiến 1", "c3c4"},
		{board.StartFEN, "Sĩ 6 tấn 5", "d0e1"},
		{board.StartFEN, "Sỹ 4 tấn 5", "f0e1"},
		{board.StartFEN, "Tượng 3 tấn 5", "g0e2"},
		{board.StartFEN, "tuong 3 tan 5", "g0e2"},
		{board.StartFEN, "Tươ\u0323ng 3 tấn 5", "g0e2"},
		{board.StartFEN, "Tướng 5 tấn 1", "e0e1"},
		{board.StartFEN, "tuong 5 tan 1", "e0e1"},
		{board.StartFEN, "Tướng tấn 1", "e0e1"},
		{board.StartFEN, "炮 二 平 五", "h2e2"},
		{board.StartFEN, "炮二 平五", "h2e2"},
		{black, "马 8 进 7", "h9g7"},
		{black, "馬　８　進　７", "h9g7"},
		{black, "Mã 8 tấn 7", "h9g7"},
		{cannons, "Pháo trước thoái 1", "e4e3"},
		{cannons, "Phao sau tan 1", "e2e3"},
		{cannons, "前炮退 1", "e4e3"},
	} {
		p := testpos.FEN(t, c.fen)
		assert.Equal(t, len(c.text), Spaced(c.text), c.text)
		assert.Equal(t, len(c.text), Spaced(c.text+" Mã 8 tấn 7"), c.text)
		assert.True(t, IsMove(c.text), c.text)
		for _, r := range []Reading{FromZero, FromOne, FromVietnam} {
			m, err := r.Parse(&p, c.text)
			require.NoError(t, err, c.text)
			assert.Equal(t, c.want, m.String(), c.text)
		}
	}
	for _, text := range []string{
		"", "P2-5", "C2.5 h8+7", "炮二平五", "炮二平五 马8进7", "h2e2 h9g7", "P 2 - 5", "Pháo", "Pháo 2", "Pháo 2 bình", "Pháo 2 bình 0", "Pháo 2 bình 55",
		"Pháo\n2 bình 5", "Pháo 2 bình năm", "Mã 8 bình 7", "Sĩ 4 bình 5", "Tượng 5 bình 4", "Tượng tấn 1", "Mã tấn 7", "马 8\n进 7", "C 2 . 5", "Xe hai tấn 5", "车 马 炮 兵", "1 2 3 4",
	} {
		assert.Zero(t, Spaced(text), text)
	}
	p := testpos.FEN(t, board.StartFEN)
	for _, text := range []string{"Tướng 3 tấn 5", "Tượng 5 tấn 1", "Pháo 2 bình 5 Mã 8 tấn 7"} {
		_, err := Parse(&p, text)
		assert.ErrorIs(t, err, ErrMove, text)
	}
	assert.True(t, IsVietnamese("Pháo 3 tấn 4"))
	assert.False(t, IsVietnamese("马 8 进 7"))
}
