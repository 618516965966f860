// Package dhtmlxq reads and writes the text in which Chinese web sites show games:
// DhtmlXQ of dpxq.com (东萍象棋网), also called UBB.
//
//	[DhtmlXQ]
//	[DhtmlXQ_title]...[/DhtmlXQ_title]
//	[DhtmlXQ_binit]64 digits[/DhtmlXQ_binit]
//	[DhtmlXQ_movelist]7747706279677770[/DhtmlXQ_movelist]
//	[DhtmlXQ_move_0_3_1]6665[/DhtmlXQ_move_0_3_1]
//	[DhtmlXQ_comment2]...[/DhtmlXQ_comment2]
//	[/DhtmlXQ]
//
// Two digits are a point: a file 0-8 from Red's left and a rank 0-9 from Black's side.
// The first 64 are the points of the 32 pieces, 99 for none; a move is two points.
// Line 0 is the movelist; move_P_N_L is line L, which replaces move N of line P and
// what follows it, moves being counted from the start of the game. commentN is about
// move N of line 0, commentL_N about move N of line L, and 0 is the start of the game.
package dhtmlxq
