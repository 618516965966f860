package words

import (
	"fmt"
	"strings"

	"chuhe/board"
	"chuhe/rules"
)

type chinese struct{}

func (chinese) separator() string { return "；" }

func (chinese) head(v *rules.Verdict) string {
	if !v.Result.Finished() {
		return "对局继续"
	}
	kind := chineseKinds[v.Kind]
	if v.Kind == rules.PerpetualMixed {
		kind = strings.Join(deeds(v.Mixture, "将", "捉", "杀"), "、") + "交替"
	}
	if loser, ok := v.Result.Loser(); ok {
		return chineseSides[loser] + "方负：" + kind
	}
	return "和棋：" + kind
}

var chineseKinds = [...]string{
	rules.Checkmate:       "被将死",
	rules.Stalemate:       "被困毙",
	rules.PerpetualCheck:  "长将",
	rules.PerpetualChase:  "长捉",
	rules.PerpetualThreat: "长杀",
	rules.Repetition:      "循环不变",
	rules.MutualCheck:     "双方长将",
	rules.MutualChase:     "双方长捉",
	rules.MutualAttack:    "双方长打",
	rules.MoveLimit:       "自然限着",
	rules.Material:        "双方均无进攻子力",
}

var chineseSides = [2]string{board.Red: "红", board.Black: "黑"}

// chinesePiece returns the name of a piece with its side: 红车.
func chinesePiece(p board.Piece) string { return chineseSides[p.Side()] + string(p.Chinese()) }

func (chinese) later(v *rules.Verdict) string {
	return fmt.Sprintf("对局至第%d着已告结束，其后%d着不计", v.Ply, v.Later)
}

func (chinese) reason(v *rules.Verdict) string {
	side, _ := v.Result.Loser()
	loser, other := chineseSides[side]+"方", chineseSides[side.Other()]+"方"
	theirs := v.Span.Levels[side.Other()]
	span := fmt.Sprintf("第%d至%d回合", v.FromMove, v.ToMove)
	if v.FromMove == v.ToMove {
		span = fmt.Sprintf("第%d回合", v.FromMove)
	}
	every := span + loser + "着着"
	switch v.Kind {
	case rules.Stalemate:
		return loser + "无子可动"
	case rules.PerpetualCheck:
		if theirs != rules.Idle {
			return every + "将军，重于" + other + "的长打"
		}
		return every + "将军"
	case rules.PerpetualChase:
		text := every + chineseChase(&v.Chase)
		if theirs == rules.Uncovers {
			text += "；" + other + "仅以断根形成捉子，不足以抵消"
		}
		return text
	case rules.PerpetualThreat:
		return every + "叫杀"
	case rules.PerpetualMixed:
		return every + strings.Join(deeds(v.Mixture, "将军", "捉子", "叫杀"), "或")
	case rules.Repetition:
		return fmt.Sprintf("%s同一局面出现%d次，双方均为允许着法", span, v.Rules.Occurrences())
	case rules.MutualCheck:
		return span + "双方着着将军"
	case rules.MutualChase:
		return span + "双方着着捉子"
	case rules.MutualAttack:
		return span + "双方着着将军、捉子或叫杀"
	case rules.MoveLimit:
		return fmt.Sprintf("双方连续%d着未吃子", v.MoveLimit)
	case rules.Material:
		return "双方车、马、炮、兵（卒）均已不存"
	}
	return ""
}

// chineseChase says what the chasing moves do.
func chineseChase(c *rules.Chase) string {
	if c.Prey == board.NoPiece {
		return "捉对方棋子"
	}
	by, prey := "", fmt.Sprintf("%s（在%v）", chinesePiece(c.Prey), c.PreySquare)
	if c.Chaser != board.NoPiece {
		by = "用" + chinesePiece(c.Chaser)
	}
	switch {
	case !c.Uncovers:
		return by + "捉" + prey + [...]string{
			rules.NoCause:      "",
			rules.Unprotected:  "，该子无根",
			rules.FalseRoot:    "，该子只有假根",
			rules.StrongerPrey: "，捉子者价值低于被捉之子，有根亦算捉",
		}[c.Cause]
	case !c.Attacks:
		return by + "断" + prey + "之根而捉之"
	}
	return by + "捉" + prey + "，或断其根"
}

func (chinese) note(n rules.Note) string { return "注：" + chineseNotes[n] }

var chineseNotes = [...]string{
	rules.GuardsChase:     "规则条文只写马、炮长捉有根车；本裁定同各程序一致，仕（士）、相（象）捉车、马、炮亦按捉处理",
	rules.CutsWeighLess:   "规则条文未写明以断根形成的捉与直接捉子孰重；本裁定依图39至41及图61，以直接捉子为重",
	rules.ChecksNoExcuse:  "规则条文未写明循环中夹有将军时是否仍算长捉；本裁定对将军同时又捉同一子者按捉处理",
	rules.AddedAttacker:   "规则条文未写明对已被捉之子增加捉者是否算新的捉；本裁定按新的捉处理",
	rules.ThreatsBounded:  "规则条文对杀着和得子未限深度；本裁定计算至多4次连续照将，未计算通过兑子得子",
	rules.EitherSideClaim: "规则条文规定提和一方的将军至多计十着；任何一方可以提和时即判和",
}

func (chinese) illegal(e *rules.MoveError) string {
	who := chineseSides[e.Side] + "方"
	if e.Piece != board.NoPiece {
		who = chinesePiece(e.Piece)
	}
	return fmt.Sprintf("%s（第%d着，%s，%v）", chineseIllegal[e.Reason], e.Ply, who, e.Move)
}

var chineseIllegal = map[error]string{
	rules.ErrNoPiece:    "起点无子",
	rules.ErrNotOwn:     "走动对方棋子",
	rules.ErrOwnTarget:  "落点有己方棋子",
	rules.ErrUnreached:  "不合该子走法",
	rules.ErrFacing:     "将帅照面",
	rules.ErrKingSafety: "走后己方被将军",
}
