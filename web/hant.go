package web

import "strings"

// differing are the characters of the Chinese sentences of rules and reviews that have
// another traditional form, each followed by it. A test reads the sentences and
// fails for a character that is neither here nor known to have one form only.
const differing = "与與为為于於仅僅价價兑兌军軍则則动動双雙后後处處夹夾对對将將帅帥断斷无無时時条條杀殺环環现現红紅结結继繼续續规規浏瀏览覽" +
	"严嚴会會关關准準势勢应應开開战戰损損换換数數机機确確终終胜勝评評误誤谱譜较較错錯键鍵发發复複实實没沒尽盡" +
	"计計许許该該负負车車进進连連长長马馬图圖写寫过過" +
	"个個余餘内內别別宫宮标標样樣桥橋种種签籤节節认認识識这這释釋须須变變毙斃点點着著" +
	"读讀盘盤访訪问問参參权權东東败敗"

// differingWords are those for which traditional Chinese has others, each followed by it.
var differingWords = []string{"文件夹", "資料夾", "文件", "檔案", "字节", "位元組", "端口", "連接埠", "访问", "存取"}

// The words come before the characters that they have.
var traditional = strings.NewReplacer(append(differingWords, strings.Split(differing, "")...)...)

// toTraditional writes a sentence of the program in traditional characters.
func toTraditional(text string) string { return traditional.Replace(text) }
