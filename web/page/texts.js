// Every text of the page in every language: English, simplified and traditional
// Chinese, in this order. {name} is replaced by a value.

/** @typedef {'en' | 'zh-Hans' | 'zh-Hant'} Language */

/** @type {[string, string][]} */
export const languages = [['en', 'English'], ['zh-Hans', '简体中文'], ['zh-Hant', '繁體中文']];

/** @type {Record<string, [string, string, string]>} */
const texts = {
  skipToBoard: ['Skip to the board', '跳到棋盘', '跳到棋盤'],
  board: ['Xiangqi board', '象棋棋盘', '象棋棋盤'],
  red: ['Red', '红方', '紅方'],
  black: ['Black', '黑方', '黑方'],
  person: ['Person', '棋手', '棋手'],
  engineLevel: ['Chuhe, level {level}', '楚河 {level} 级', '楚河 {level} 級'],
  toMove: ['{side} to move.', '轮到{side}走棋。', '輪到{side}走棋。'],
  inCheck: ['Check! {side} must answer it.', '将军！{side}应将。', '將軍！{side}應將。'],
  thinking: ['{side} is thinking …', '{side}思考中……', '{side}思考中……'],
  looking: ['Looking for a good move …', '正在找好着……', '正在找好著……'],
  waiting: ['The engine is busy; you are number {place} in the queue.', '引擎正忙，前面排队至第 {place} 位。', '引擎正忙，目前排在第 {place} 位。'],
  wins: ['{side} wins.', '{side}胜。', '{side}勝。'],
  drawn: ['Draw.', '和棋。', '和棋。'],
  'by-resign': ['{side} resigned.', '{side}认输。', '{side}認輸。'],
  'by-time': ['{side} ran out of time.', '{side}超时。', '{side}超時。'],
  'by-agreed': ['Both sides agreed.', '双方议和。', '雙方議和。'],
  hintIs: ['Hint: {move}', '提示：{move}', '提示：{move}'],
  wouldDraw: ['the game would be drawn', '将判和棋', '將判和棋'],
  wouldLose: ['{side} would lose', '{side}将被判负', '{side}將被判負'],
  repeated: ['This position has occurred {count} times. If the same moves are repeated until it has occurred {needed} times, {then}. {text}',
    '此局面已出现 {count} 次。若照此重复到第 {needed} 次，{then}。{text}', '此局面已出現 {count} 次。若照此重複到第 {needed} 次，{then}。{text}'],
  losingMoves: ['Now losing by the rules: {moves}. {text}', '按规则判负的着法：{moves}。{text}', '按規則判負的著法：{moves}。{text}'],
  quiet: ['{plies} plies without a capture: a draw at {limit}, in {left}.', '已连续 {plies} 着未吃子，满 {limit} 着判和（还剩 {left} 着）。',
    '已連續 {plies} 著未吃子，滿 {limit} 著判和（還剩 {left} 著）。'],
  first: ['To the start', '回到开局', '回到開局'],
  back: ['One move back', '后退一着', '後退一著'],
  forward: ['One move forward', '前进一着', '前進一著'],
  last: ['To the end', '到最后', '到最後'],
  flip: ['Turn the board', '翻转棋盘', '翻轉棋盤'],
  takeBack: ['Take back', '悔棋', '悔棋'],
  hint: ['Hint', '提示', '提示'],
  offerDraw: ['Offer draw', '提和', '提和'],
  acceptDraw: ['Accept the draw', '同意和棋', '同意和棋'],
  drawSure: ['{side}, do you accept a draw?', '{side}同意和棋吗？', '{side}同意和棋嗎？'],
  drawDeclined: ['The engine declines the draw.', '引擎不同意和棋。', '引擎不同意和棋。'],
  resign: ['Resign', '认输', '認輸'],
  resignSure: ['{side} resigns: sure?', '{side}确定认输？', '{side}確定認輸？'],
  engineGo: ['Let the engine move', '让引擎走', '讓引擎走'],
  again: ['New game', '再来一局', '再來一局'],
  study: ['Study this game', '研究此局', '研究此局'],
  playHere: ['Play from here', '从此局面对弈', '從此局面對弈'],
  newGame: ['New game', '新对局', '新對局'],
  games: ['My games', '我的对局', '我的對局'],
  noGames: ['Games that you play are kept here, in this browser.', '下过的棋会保存在此浏览器中。', '下過的棋會保存在此瀏覽器中。'],
  gameLength: ['{moves} moves, {when}', '{moves} 回合，{when}', '{moves} 回合，{when}'],
  remove: ['Remove', '删除', '刪除'],
  settings: ['Settings', '设置', '設定'],
  help: ['Help', '帮助', '說明'],
  close: ['Close', '关闭', '關閉'],
  cancel: ['Cancel', '取消', '取消'],
  start: ['Start', '开始', '開始'],
  opponent: ['Players', '对手', '對手'],
  vsEngine: ['You against the engine', '人机对弈', '人機對弈'],
  vsPerson: ['Two people at this board', '双人对弈', '雙人對弈'],
  engineEngine: ['The engine against itself', '引擎自弈', '引擎自弈'],
  yourSide: ['Your side', '执棋', '執棋'],
  movesFirst: ['moves first', '先行', '先行'],
  randomSide: ['By chance', '随机', '隨機'],
  level: ['Level', '级别', '級別'],
  levelRed: ['Level of Red', '红方级别', '紅方級別'],
  levelBlack: ['Level of Black', '黑方级别', '黑方級別'],
  'level-1': ['first steps', '初学', '初學'],
  'level-2': ['beginner', '入门', '入門'],
  'level-3': ['casual', '休闲', '休閒'],
  'level-4': ['learner', '学徒', '學徒'],
  'level-5': ['regular', '业余', '業餘'],
  'level-6': ['club player', '棋社', '棋社'],
  'level-7': ['strong', '高手', '高手'],
  'level-8': ['very strong', '强手', '強手'],
  'level-9': ['expert', '专家', '專家'],
  'level-10': ['full strength', '全力', '全力'],
  handicap: ['Handicap', '让子', '讓子'],
  'handicap-none': ['even game', '平手', '平手'],
  'handicap-knight': ['a knight (left)', '让左马', '讓左馬'],
  'handicap-knights': ['both knights', '让双马', '讓雙馬'],
  'handicap-rook': ['a rook (left)', '让左车', '讓左車'],
  'handicap-rookKnight': ['a rook and a knight', '让左车左马', '讓左車左馬'],
  'handicap-rooks': ['both rooks', '让双车', '讓雙車'],
  'handicap-four': ['rooks and knights', '让双车双马', '讓雙車雙馬'],
  giver: ['Given by', '让子方', '讓子方'],
  giverOther: ['the opponent', '对手', '對手'],
  giverMe: ['me', '我', '我'],
  clock: ['Clock', '时限', '時限'],
  noClock: ['no clock', '不计时', '不計時'],
  clockOf: ['{minutes} minutes + {seconds} s a move', '{minutes} 分钟，每着加 {seconds} 秒', '{minutes} 分鐘，每著加 {seconds} 秒'],
  rules: ['Repetition rules', '重复局面规则', '重複局面規則'],
  'rules-computer': ['computer', '电脑规则', '電腦規則'],
  'rules-asian': ['Asian (AXF)', '亚洲规则', '亞洲規則'],
  'rules-chinese': ['Chinese 2020', '中国规则 2020', '中國規則 2020'],
  'rules-league': ['league', '联赛规则', '聯賽規則'],
  'rules-checkban': ['only perpetual check loses', '只禁长将', '只禁長將'],
  'rules-alwaysdraw': ['every repetition is a draw', '重复即和', '重複即和'],
  language: ['Language', '语言', '語言'],
  automatic: ['automatic', '自动', '自動'],
  theme: ['Look', '外观', '外觀'],
  'theme-wood': ['wood', '木纹', '木紋'],
  'theme-dark': ['dark', '深色', '深色'],
  pieces: ['Pieces', '棋子', '棋子'],
  'pieces-traditional': ['traditional characters', '繁体字', '繁體字'],
  'pieces-simplified': ['simplified characters', '简体字', '簡體字'],
  'pieces-pictures': ['pictures', '图形', '圖形'],
  notation: ['Notation', '记谱', '記譜'],
  'notation-zh': ['Chinese', '中文', '中文'],
  coordinates: ['Coordinates', '坐标', '座標'],
  noCoordinates: ['hidden', '不显示', '不顯示'],
  sound: ['Sounds', '声音', '聲音'],
  motion: ['Pieces slide', '棋子滑动', '棋子滑動'],
  pause: ['The engine takes a moment before it answers', '引擎稍候再应着', '引擎稍候再應著'],
  analysis: ['Analysis', '分析', '分析'],
  lines: ['Lines', '变化数', '變化數'],
  depth: ['Depth {depth}, {nodes} nodes, {speed}/s.', '深度 {depth}，{nodes} 节点，每秒 {speed}。', '深度 {depth}，{nodes} 節點，每秒 {speed}。'],
  chances: ['Red wins {red} %, draw {draw} %, Black wins {black} %', '红胜 {red}%，和 {draw}%，黑胜 {black}%', '紅勝 {red}%，和 {draw}%，黑勝 {black}%'],
  analysisEnded: ['Stopped after ten minutes.', '已满十分钟，停止分析。', '已滿十分鐘，停止分析。'],
  noMoves: ['No legal move here.', '此局面无子可走。', '此局面無子可走。'],
  graph: ['Course of the game; click to go there', '局势曲线，点击可跳转', '局勢曲線，點擊可跳轉'],
  comment: ['Comment on this move', '此着注释', '此著註釋'],
  promote: ['Make it the main line', '设为主线', '設為主線'],
  removeHere: ['Remove from here', '删除此着及以后', '刪除此著及以後'],
  open: ['Open', '打开', '開啟'],
  openHow: ['Choose a file, paste a game or a position (PGN, FEN, moves, a link), or drop it on the page.',
    '选择文件，粘贴棋谱或局面（PGN、FEN、着法、链接），或把文件拖到网页上。', '選擇檔案，貼上棋譜或局面（PGN、FEN、著法、連結），或把檔案拖到網頁上。'],
  pasteHere: ['Paste here', '粘贴到这里', '貼在這裡'],
  file: ['File', '文件', '檔案'],
  whichGame: ['Which game?', '打开哪一局？', '開啟哪一局？'],
  partly: ['Not all could be read: {text}', '部分内容无法读取：{text}', '部分內容無法讀取：{text}'],
  share: ['Share', '分享', '分享'],
  copyLink: ['Copy link', '复制链接', '複製連結'],
  copyFEN: ['Copy position (FEN)', '复制局面（FEN）', '複製局面（FEN）'],
  copied: ['Copied.', '已复制。', '已複製。'],
  copyThis: ['Copy this', '请复制', '請複製'],
  savePGN: ['Save PGN', '保存 PGN', '儲存 PGN'],
  saveSVG: ['Picture (SVG)', '图片（SVG）', '圖片（SVG）'],
  savePNG: ['Picture (PNG)', '图片（PNG）', '圖片（PNG）'],
  saved: ['Saved.', '已保存。', '已儲存。'],
  lost: ['Saved; the format cannot hold: {what}.', '已保存；此格式无法保存：{what}。', '已儲存；此格式無法保存：{what}。'],
  edit: ['Set up', '摆棋', '擺棋'],
  editHow: ['Move pieces, or choose one below and put it down.', '移动棋子，或在下面选子后落子。', '移動棋子，或在下面選子後落子。'],
  moveTool: ['Move pieces', '移动棋子', '移動棋子'],
  removeTool: ['Remove pieces', '拿走棋子', '拿走棋子'],
  startPosition: ['Start position', '开局局面', '開局局面'],
  emptyBoard: ['Only the kings', '只留将帅', '只留將帥'],
  whoMoves: ['To move', '轮到', '輪到'],
  useIt: ['Use this position', '使用此局面', '使用此局面'],
  'fault-kings': ['Each side needs exactly one king.', '双方必须各有一个将（帅）。', '雙方必須各有一個將（帥）。'],
  'fault-kingPoint': ['{piece} on {square}: a king stays in its palace.', '{square} 的{piece}：将帅不能离开九宫。', '{square} 的{piece}：將帥不能離開九宮。'],
  'fault-advisorPoint': ['{piece} on {square}: an advisor stands on the five points of the palace diagonals.', '{square} 的{piece}：士只能在九宫斜线的五个点上。', '{square} 的{piece}：士只能在九宮斜線的五個點上。'],
  'fault-bishopPoint': ['{piece} on {square}: an elephant has only seven points, on its own side.', '{square} 的{piece}：象只能在己方的七个点上。', '{square} 的{piece}：象只能在己方的七個點上。'],
  'fault-pawnPoint': ['{piece} on {square}: a soldier cannot get there.', '{square} 的{piece}：兵卒到不了这里。', '{square} 的{piece}：兵卒到不了這裡。'],
  'fault-tooMany': ['{piece} on {square}: there are too many of them.', '{square} 的{piece}：此种棋子太多。', '{square} 的{piece}：此種棋子太多。'],
  'fault-inCheck': ['{piece} on {square} could take the king at once: the other side must move.', '{square} 的{piece}可立即吃将：应轮到另一方走。', '{square} 的{piece}可立即吃將：應輪到另一方走。'],
  'fault-facing': ['The kings face each other with nothing between them.', '将帅照面，中间无子。', '將帥照面，中間無子。'],
  moves: ['Moves', '着法', '著法'],
  busy: ['The engine has too many requests. Try again in a moment.', '引擎请求过多，请稍后再试。', '引擎請求過多，請稍後再試。'],
  serverError: ['That does not work: {text}', '无法完成：{text}', '無法完成：{text}'],
  noServer: ['The program does not answer. Is it still running? Your game is kept in this browser.',
    '程序没有应答。它还在运行吗？对局已保存在此浏览器中。', '程式沒有回應。它還在執行嗎？對局已保存在此瀏覽器中。'],
  pieceOn: ['{square}, {side} {piece}', '{square}，{side}{piece}', '{square}，{side}{piece}'],
  emptyOn: ['{square}, empty', '{square}，空', '{square}，空'],
  chosen: ['{what}, chosen', '{what}，已选', '{what}，已選'],
  canGo: ['{what}, can go here', '{what}，可走', '{what}，可走'],
  canTake: ['{what}, can be taken', '{what}，可吃', '{what}，可吃'],
  keys: ['Keys', '键盘', '鍵盤'],
  'key-step': ['a move back, forward', '后退、前进一着', '後退、前進一著'],
  'key-ends': ['to the start, to the end', '到开局、到最后', '到開局、到最後'],
  'key-board': ['to the board and over it', '进入棋盘并移动', '進入棋盤並移動'],
  'key-enter': ['choose a piece, play it', '选子、落子', '選子、落子'],
  'key-escape': ['choose no piece', '取消选子', '取消選子'],
  'name-K': ['King', '帅（将）', '帥（將）'],
  'name-A': ['Advisor', '仕（士）', '仕（士）'],
  'name-B': ['Elephant', '相（象）', '相（象）'],
  'name-N': ['Horse', '马', '馬'],
  'name-R': ['Chariot', '车', '車'],
  'name-C': ['Cannon', '炮', '炮'],
  'name-P': ['Soldier', '兵（卒）', '兵（卒）'],
  'how-K': ['one step along the lines of its palace; the two kings must not face each other on an open file', '在九宫内直走一步；将帅不得照面', '在九宮內直走一步；將帥不得照面'],
  'how-A': ['one step diagonally in the palace', '在九宫内斜走一步', '在九宮內斜走一步'],
  'how-B': ['two steps diagonally, not over a piece, not across the river', '走田字，象眼有子不能走，不能过河', '走田字，象眼有子不能走，不能過河'],
  'how-N': ['one step straight, then one diagonally outwards; a piece next to it blocks the way', '走日字，马腿有子不能走', '走日字，馬腿有子不能走'],
  'how-R': ['any distance along a line', '直线任走', '直線任走'],
  'how-C': ['like the chariot, but takes only by jumping over exactly one piece', '走法同车，隔一子吃子', '走法同車，隔一子吃子'],
  'how-P': ['one step forward; beyond the river also sideways', '前进一步，过河后可横走', '前進一步，過河後可橫走'],
  'help-goal': ['Attack the enemy king so that it cannot escape. Choose a piece, then one of the marked points; or drag it.',
    '攻击对方将帅，使其无法逃脱。点选棋子，再点标出的位置；也可以拖动。', '攻擊對方將帥，使其無法逃脫。點選棋子，再點標出的位置；也可以拖動。'],
  'help-end': ['Who has no legal move has lost, in check or not. To check without end is forbidden.', '无子可走即负（困毙）。不得长将。', '無子可走即負（困斃）。不得長將。'],
  credit: ['The characters on the board are outlines of Noto Serif CJK (© Adobe, SIL Open Font Licence 1.1). The pictures are our own.',
    '棋盘上的汉字取自思源宋体（Noto Serif CJK，© Adobe，SIL OFL 1.1）；图形为自绘。', '棋盤上的漢字取自思源宋體（Noto Serif CJK，© Adobe，SIL OFL 1.1）；圖形為自繪。'],
};

/** @type {Record<string, [string, string, string]>} */
const pieceNames = {
  K: ['king', '帅', '帥'], A: ['advisor', '仕', '仕'], B: ['elephant', '相', '相'], N: ['horse', '马', '馬'],
  R: ['chariot', '车', '車'], C: ['cannon', '炮', '炮'], P: ['soldier', '兵', '兵'],
  k: ['king', '将', '將'], a: ['advisor', '士', '士'], b: ['elephant', '象', '象'], n: ['horse', '马', '馬'],
  r: ['chariot', '车', '車'], c: ['cannon', '炮', '砲'], p: ['soldier', '卒', '卒'],
};

/** @type {Language} */
let current = 'en';

/** The place of the current language in the tables. */
const column = () => languages.findIndex(([l]) => l === current);

/**
 * Sets the language if one is given, and returns it.
 * @param {string} [language] @returns {Language}
 */
export function setLanguage(language) {
  if (language && languages.some(([l]) => l === language)) current = /** @type {Language} */ (language);
  return current;
}

/** The language for a browser's list of languages. @param {readonly string[]} wanted */
export function languageOf(wanted) {
  for (const l of wanted) {
    if (/^zh\b.*(hant|tw|hk|mo)/i.test(l)) return 'zh-Hant';
    if (/^zh\b/i.test(l)) return 'zh-Hans';
    if (/^en\b/i.test(l)) return 'en';
  }
  return 'en';
}

/**
 * A text in the current language.
 * @param {string} key @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const text = texts[key]?.[column()];
  if (text === undefined) throw new Error(`no text ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** The name of a piece. @param {string} piece */
export const pieceName = (piece) => pieceNames[piece][column()];

/** @type {Record<string, string>} */
const traditional = { 帅: '帥', 将: '將', 车: '車', 马: '馬', 进: '進', 后: '後' };

/** A move in a notation. @param {import('./api.js').MoveText} text @param {string} notation */
export function notationText(text, notation) {
  if (notation === 'wxf') return text.wxf;
  if (notation === 'iccs') return text.iccs;
  return current === 'zh-Hant' ? text.zh.replace(/[帅将车马进后]/g, (c) => traditional[c]) : text.zh;
}
