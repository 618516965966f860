package words

import (
	"fmt"
	"strings"

	"chuhe/board"
	"chuhe/rules"
)

var chinese = language{
	separator: "；",
	head:      chineseHead,
	illegal: func(e *rules.MoveError) string {
		who := chineseSides[e.Side]
		if e.Piece != board.NoPiece {
			who = chinesePiece(e.Piece)
		}
		return fmt.Sprintf("%s（第%d着，%s，%v）", chineseIllegal[e.Reason], e.Ply, who, e.Move)
	},
	forbidden: chineseIllegal,
	sides:     chineseSides,
	later:     "对局至第{ply}着已告结束，其后{later}着不计",
	laterOne:  "对局至第{ply}着已告结束，其后1着不计",
	span:      "第{from}至{to}回合",
	spanOne:   "第{from}回合",
	reasons: [...]string{
		rules.Stalemate:       "{loser}无子可走",
		rules.PerpetualCheck:  "{span}{loser}着着将军",
		rules.PerpetualChase:  "{span}{loser}着着{chase}",
		rules.PerpetualThreat: "{span}{loser}着着叫杀",
		rules.PerpetualMixed:  "{span}{loser}着着{deeds}",
		rules.Repetition:      "{span}同一局面出现{times}次，双方均为允许着法",
		rules.MutualCheck:     "{span}双方着着将军",
		rules.MutualChase:     "{span}双方着着捉子",
		rules.MutualAttack:    "{span}双方着着将军、捉子或叫杀",
		rules.MoveLimit:       "双方合计{limit}着未吃子（按规则计数）",
		rules.Material:        "双方车、马、炮、兵（卒）均已不存",
	},
	overChase: "{span}{loser}着着将军，重于{other}的长打",
	overCuts:  "；{other}仅以断根形成捉子，不足以抵消",
	deeds:     [3]string{"将军", "捉子", "叫杀"},
	joined:    func(deeds []string) string { return strings.Join(deeds, "或") },
	anyPiece:  "捉对方棋子",
	attack:    "{with}捉{prey}（在{square}）{cause}",
	cut:       "{with}断{prey}（在{square}）之根而捉之",
	both:      "{with}捉{prey}（在{square}），或断其根",
	causes: [...]string{
		rules.Unprotected:  "，该子无根",
		rules.FalseRoot:    "，该子只有假根",
		rules.StrongerPrey: "，捉子者价值低于被捉之子，有根亦算捉",
	},
	with:   "用{chaser}",
	prey:   chinesePiece,
	chaser: chinesePiece,
	notes: [...]string{
		rules.GuardsChase:     "注：规则条文只写马、炮长捉有根车；本裁定同多数程序一致，仕（士）、相（象）捉车、马、炮亦按捉处理",
		rules.CutsWeighLess:   "注：规则条文未写明以断根形成的捉与直接捉子孰重；本裁定依图39至41及图61，以直接捉子为重",
		rules.ChecksNoExcuse:  "注：规则条文未写明循环中夹有将军时是否仍算长捉；本裁定仍算长捉，将军同时又新捉同一子者亦按捉处理",
		rules.AddedAttacker:   "注：规则条文未写明对已被捉之子增加捉者是否算新的捉；本裁定按新的捉处理",
		rules.ThreatsBounded:  "注：规则条文对杀着和得子未限深度；本裁定计算至多4次连续将军的杀着和至多3次的得子，未计算通过兑子得子",
		rules.EitherSideClaim: "注：规则条文规定提和一方的将军至多计十着；任何一方可以提和时即判和",
	},
}

func chineseHead(v *rules.Verdict) string {
	if !v.Result.Finished() {
		return "对局继续"
	}
	kind := chineseKinds[v.Kind]
	if v.Kind == rules.PerpetualMixed {
		kind = strings.Join(deeds(v.Mixture, [3]string{"将", "捉", "杀"}), "、") + "交替"
	}
	if loser, ok := v.Result.Loser(); ok {
		return chineseSides[loser] + "负：" + kind
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

var chineseSides = [2]string{board.Red: "红方", board.Black: "黑方"}

// chinesePiece returns the name of a piece with its side: 红车.
func chinesePiece(p board.Piece) string {
	return string([]rune{[]rune("红黑")[p.Side()], p.Chinese()})
}

var chineseIllegal = map[error]string{
	rules.ErrNoPiece:    "起点无子",
	rules.ErrNotOwn:     "走动对方棋子",
	rules.ErrOwnTarget:  "落点有己方棋子",
	rules.ErrUnreached:  "不合该子走法",
	rules.ErrFacing:     "将帅照面",
	rules.ErrKingSafety: "走后己方被将军",
}
