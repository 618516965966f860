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
  lastMove: ['{side}: {move}.', '{side}：{move}。', '{side}：{move}。'],
  inCheck: ['Check! {side} must answer it.', '将军！{side}应将。', '將軍！{side}應將。'],
  thinking: ['{side} is thinking …', '{side}思考中……', '{side}思考中……'],
  looking: ['Looking for a good move …', '正在找好着……', '正在找好著……'],
  waiting: ['The engine is busy; you are number {place} in the queue.', '引擎正忙，目前排在第 {place} 位。', '引擎正忙，目前排在第 {place} 位。'],
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
  repetition: ['Repetition {count} of {needed}', '同一局面 {count}/{needed}', '同一局面 {count}/{needed}'],
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
  resignSure: ['Resign as {side}?', '{side}确定认输？', '{side}確定認輸？'],
  askAgain: ['Try again', '重试', '重試'],
  refuseMove: ['The {piece} does not go there. It goes {how}. No move may leave your own king in check.',
    '{piece}不能走到那里。{how}。走后己方帅（将）不得被将军。', '{piece}不能走到那裡。{how}。走後己方帥（將）不得被將軍。'],
  refuseStuck: ['This {piece} has no move now.', '这个{piece}现在无处可走。', '這個{piece}現在無處可走。'],
  refuseOther: ['It is {side}’s turn.', '现在轮到{side}走棋。', '現在輪到{side}走棋。'],
  engineGo: ['Let the engine move', '让引擎走', '讓引擎走'],
  again: ['New game', '再来一局', '再來一局'],
  study: ['Study this game', '研究此局', '研究此局'],
  playHere: ['Play from here', '从此局面对弈', '從此局面對弈'],
  newGame: ['New game', '新对局', '新對局'],
  newShort: ['New', '新对局', '新對局'],
  gamesShort: ['Games', '对局', '對局'],
  games: ['My games', '我的对局', '我的對局'],
  noGames: ['Games that you play are kept here, in this browser.', '下过的棋会保存在此浏览器中。', '下過的棋會保存在此瀏覽器中。'],
  gameLength1: ['1 move, {when}', '1 回合，{when}', '1 回合，{when}'],
  gameLength: ['{moves} moves, {when}', '{moves} 回合，{when}', '{moves} 回合，{when}'],
  'won-red': ['Red won', '红胜', '紅勝'],
  'won-black': ['Black won', '黑胜', '黑勝'],
  'won-draw': ['draw', '和棋', '和棋'],
  remove: ['Remove', '删除', '刪除'],
  settings: ['Settings', '设置', '設定'],
  help: ['Help', '帮助', '說明'],
  close: ['Close', '关闭', '關閉'],
  cancel: ['Cancel', '取消', '取消'],
  start: ['Start', '开始', '開始'],
  opponent: ['Players', '对弈方式', '對弈方式'],
  vsEngine: ['You against the engine', '人机对弈', '人機對弈'],
  vsPerson: ['Two people at this board', '双人对弈', '雙人對弈'],
  engineEngine: ['The engine against itself', '引擎自弈', '引擎自弈'],
  yourSide: ['Your side', '执棋', '執棋'],
  movesFirst: ['moves first', '先行', '先行'],
  randomSide: ['Random', '随机', '隨機'],
  level: ['Level', '级别', '級別'],
  levelRed: ['Level of Red', '红方级别', '紅方級別'],
  levelBlack: ['Level of Black', '黑方级别', '黑方級別'],
  'level-1': ['first steps', '初学', '初學'],
  'level-2': ['beginner', '入门', '入門'],
  'level-3': ['casual', '休闲', '休閒'],
  'level-4': ['learner', '学徒', '學徒'],
  'level-5': ['regular', '业余', '業餘'],
  'level-6': ['club player', '棋社', '棋社'],
  'level-7': ['strong', '强手', '強手'],
  'level-8': ['very strong', '高手', '高手'],
  'level-9': ['expert', '专家', '專家'],
  'level-10': ['full strength', '全力', '全力'],
  handicap: ['Handicap', '让子', '讓子'],
  'handicap-none': ['even game', '平手', '平手'],
  'handicap-knight': ['a horse (left)', '让左马', '讓左馬'],
  'handicap-knights': ['both horses', '让双马', '讓雙馬'],
  'handicap-rook': ['a chariot (left)', '让左车', '讓左車'],
  'handicap-rookKnight': ['a chariot and a horse', '让左车左马', '讓左車左馬'],
  'handicap-rooks': ['both chariots', '让双车', '讓雙車'],
  'handicap-four': ['chariots and horses', '让双车双马', '讓雙車雙馬'],
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
  limit: ['Draw without a capture', '自然限着', '自然限著'],
  limitOwn: ['as the rules say', '按规则', '按規則'],
  limitNone: ['no limit', '不限', '不限'],
  limitOf: ['after {moves} moves of each side', '{moves} 回合', '{moves} 回合'],
  thisGame: ['Rules of this game', '本局规则', '本局規則'],
  threads: ['Threads', '线程数', '執行緒數'],
  hash: ['Memory of a search (MiB)', '搜索内存（MiB）', '搜尋記憶體（MiB）'],
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
  depth: ['Depth {depth}, {nodes} nodes, {speed}/s, threads: {threads}, {hash} MiB.', '深度 {depth}，{nodes} 节点，每秒 {speed}，{threads} 线程，{hash} MiB。',
    '深度 {depth}，{nodes} 節點，每秒 {speed}，{threads} 執行緒，{hash} MiB。'],
  chances: ['Red wins {red} %, draw {draw} %, Black wins {black} %', '红胜 {red}%，和 {draw}%，黑胜 {black}%', '紅勝 {red}%，和 {draw}%，黑勝 {black}%'],
  analysisEnded: ['Stopped after ten minutes.', '已满十分钟，停止分析。', '已滿十分鐘，停止分析。'],
  noMoves: ['No legal move here.', '此局面无子可走。', '此局面無子可走。'],
  graph: ['Course of the game; click to go there', '局势曲线，点击可跳转', '局勢曲線，點擊可跳轉'],
  reviewGame: ['Review the game', '复盘', '覆盤'],
  review: ['Review', '全局复盘', '全局覆盤'],
  thorough: ['Search', '精细程度', '精細程度'],
  'thorough-1': ['quick', '快速', '快速'],
  'thorough-2': ['normal', '标准', '標準'],
  'thorough-3': ['thorough', '细致', '細緻'],
  reviewing: ['Review under way', '正在复盘', '正在覆盤'],
  reviewed: ['{done} of {total} moves', '已完成 {done} / {total} 着', '已完成 {done} / {total} 著'],
  reviewAgain: ['Start the review', '开始复盘', '開始覆盤'],
  stop: ['Stop', '停止', '停止'],
  accuracy: ['Accuracy', '准确率', '準確率'],
  inaccuracies: ['Inaccuracies', '欠准', '欠準'],
  mistakes: ['Mistakes', '失误', '失誤'],
  blunders: ['Blunders', '严重失误', '嚴重失誤'],
  dubious: ['inaccuracy', '欠准', '欠準'],
  mistake: ['mistake', '失误', '失誤'],
  blunder: ['blunder', '严重失误', '嚴重失誤'],
  good: ['good move', '好着', '好著'],
  mistakesOf: ['Mistakes of', '谁的失误', '誰的失誤'],
  bothSides: ['both sides', '双方', '雙方'],
  mistakesList: ['Mistakes; choose one to see it on the board', '失误列表，选择后在棋盘上显示', '失誤列表，選擇後在棋盤上顯示'],
  noFaults: ['No mistakes found. Well played!', '没有发现失误，下得好！', '沒有發現失誤，下得好！'],
  fromTo: ['{best} % → {played} %', '期望得分 {best}% → {played}%', '期望得分 {best}% → {played}%'],
  turning: ['the game was lost here', '败着', '敗著'],
  better: ['Better:', '应走：', '應走：'],
  playedLine: ['What follows:', '实战之后：', '實戰之後：'],
  followed: ['It goes on:', '后续：', '後續：'],
  nextMistake: ['Next mistake', '下一处', '下一處'],
  previousMistake: ['Previous', '上一处', '上一處'],
  aboutMistake: ['{side} played {move}, {sign}: the chances fell from {best} % to {played} %.', '{side}走 {move}（{sign}），期望得分从 {best}% 降到 {played}%。', '{side}走 {move}（{sign}），期望得分從 {best}% 降到 {played}%。'],
  tryAgain: ['Try again', '重走此着', '重走此著'],
  findBetter: ['Find better moves ({n})', '逐一改正（{n}）', '逐一改正（{n}）'],
  writeReview: ['Write into game', '写入棋谱', '寫入棋譜'],
  retryAt: ['Mistake {n} of {of}', '第 {n} 处失误，共 {of} 处', '第 {n} 處失誤，共 {of} 處'],
  retryAsk: ['{side} played {move} here, and the chances fell from {best} % to {played} %. Find a better move!',
    '{side}实战走 {move}，期望得分从 {best}% 降到 {played}%。请找出更好的着法！', '{side}實戰走 {move}，期望得分從 {best}% 降到 {played}%。請找出更好的著法！'],
  retryHint: ['Look at the {piece} on {square}.', '试试{square}的{piece}。', '試試{square}的{piece}。'],
  judging: ['Looking at your move …', '正在评判……', '正在評判……'],
  retryBest: ['Right! {move} is the best move: {points} %.', '正确！{move} 正是最佳着法，期望得分 {points}%。', '正確！{move} 正是最佳著法，期望得分 {points}%。'],
  retryRight: ['Right! {move} is as good as the engine’s move: {points} %.', '正确！{move} 与引擎的着法一样好，期望得分 {points}%。', '正確！{move} 與引擎的著法一樣好，期望得分 {points}%。'],
  retryNear: ['Nearly: {move} is better than what was played ({points} %), but {best} % is possible. Try again!',
    '接近了：{move} 比实战好（期望得分 {points}%），但还能达到 {best}%。再试试！', '接近了：{move} 比實戰好（期望得分 {points}%），但還能達到 {best}%。再試試！'],
  retryWrong: ['{move} does not help: {reply} is the answer ({points} %). Try again!', '{move} 不行：对方应 {reply}（期望得分 {points}%）。再试试！', '{move} 不行：對方應 {reply}（期望得分 {points}%）。再試試！'],
  retryWorse: ['{move} does not help ({points} %). Try again!', '{move} 不行（期望得分 {points}%）。再试试！', '{move} 不行（期望得分 {points}%）。再試試！'],
  retrySame: ['{move} is the move that was played. Find a better one!', '{move} 就是实战着法，请找更好的。', '{move} 就是實戰著法，請找更好的。'],
  retryShown: ['The better move is {move}, instead of {played}.', '应走 {move}，而不是 {played}。', '應走 {move}，而不是 {played}。'],
  retryEnd: ['That was the last of {n} mistakes.', '共 {n} 处失误，已全部看完。', '共 {n} 處失誤，已全部看完。'],
  retryAgain: ['Once more', '再练一遍', '再練一遍'],
  solution: ['Solution', '答案', '答案'],
  next: ['Next', '下一处', '下一處'],
  skip: ['Skip', '跳过', '跳過'],
  finish: ['Finish', '结束', '結束'],
  'result-once': ['Found at once', '一次找到', '一次找到'],
  'result-later': ['Found with help or more tries', '提示或多次尝试后找到', '提示或多次嘗試後找到'],
  'result-shown': ['Solution shown', '看了答案', '看了答案'],
  'result-skipped': ['Skipped', '跳过', '跳過'],
  comment: ['Comment on this move', '此着注释', '此著註釋'],
  glyphs: ['How good the move is', '着法评价', '著法評價'],
  'glyph-1': ['good move', '好着', '好著'],
  'glyph-2': ['mistake', '失误', '失誤'],
  'glyph-3': ['excellent move', '妙着', '妙著'],
  'glyph-4': ['blunder', '严重失误', '嚴重失誤'],
  'glyph-5': ['interesting move', '有趣的着法', '有趣的著法'],
  'glyph-6': ['dubious move', '可疑的着法', '可疑的著法'],
  promote: ['Make it the main line', '设为主线', '設為主線'],
  removeHere: ['Remove from here', '删除此着及以后', '刪除此著及以後'],
  open: ['Open', '打开', '開啟'],
  openHow: ['Choose a file, paste a game or a position (PGN, FEN, moves, a link), or drop it on the page.',
    '选择文件，粘贴棋谱或局面（PGN、FEN、着法、链接），或把文件拖到网页上。', '選擇檔案，貼上棋譜或局面（PGN、FEN、著法、連結），或把檔案拖到網頁上。'],
  pasteHere: ['Paste here', '粘贴到这里', '貼在這裡'],
  file: ['File', '文件', '檔案'],
  whichGame: ['Which game?', '打开哪一局？', '開啟哪一局？'],
  partly: ['Not all could be read: {text}', '部分内容无法读取：{text}', '部分內容無法讀取：{text}'],
  moveRefused: ['{text}. This move and what follows it are left out.', '{text}。此着及以后的着法已略去。', '{text}。此著及以後的著法已略去。'],
  linkBroken: ['The link is damaged: “{text}” is not a move. What stands before it is shown.', '链接有误：“{text}”不是着法，只显示此前的部分。', '連結有誤：「{text}」不是著法，只顯示此前的部分。'],
  share: ['Share', '分享', '分享'],
  copyLink: ['Copy link', '复制链接', '複製連結'],
  copyFEN: ['Copy position (FEN)', '复制局面（FEN）', '複製局面（FEN）'],
  copied: ['Copied.', '已复制。', '已複製。'],
  copyThis: ['Copy this', '请复制', '請複製'],
  linkCut: ['The variations are too long for a link: it has the line on the board only. Save a file to keep all.',
    '变着太长，链接只包含棋盘上的这一线；要保留全部请保存文件。', '變著太長，連結只包含棋盤上的這一線；要保留全部請儲存檔案。'],
  saveGame: ['Save the game', '保存棋谱', '儲存棋譜'],
  savePosition: ['Save the position as a picture', '保存局面图片', '儲存局面圖片'],
  'format-pgn': ['PGN', 'PGN', 'PGN'],
  'format-xqf': ['XQF (XQStudio)', 'XQF（象棋演播室）', 'XQF（象棋演播室）'],
  'format-cbr': ['CBR (CCBridge)', 'CBR（象棋桥）', 'CBR（象棋橋）'],
  'format-dhtmlxq': ['DhtmlXQ', 'DhtmlXQ（东萍）', 'DhtmlXQ（東萍）'],
  'format-sheet': ['Score sheet (text)', '棋谱文本', '棋譜文字'],
  'lost-variations': ['variations', '变着', '變著'],
  'lost-comments': ['comments', '注释', '註釋'],
  'lost-glyphs': ['signs such as ! and ?', '着法符号', '著法符號'],
  'lost-evaluations': ['evaluations', '评分', '評分'],
  'lost-times of moves': ['times of moves', '用时', '用時'],
  'lost-tags': ['tags', '标签', '標籤'],
  'lost-moves': ['moves', '着法', '著法'],
  'lost-result': ['result', '结果', '結果'],
  'lost-move counters of the start position': ['move counters of the start position', '起始局面的着数', '起始局面的著數'],
  'lost-characters': ['characters', '字符', '字元'],
  saveSVG: ['SVG', 'SVG', 'SVG'],
  savePNG: ['PNG', 'PNG', 'PNG'],
  counted: ['{what} ({n})', '{what}（{n}）', '{what}（{n}）'],
  saved: ['Saved.', '已保存。', '已儲存。'],
  lost: ['Saved; the format cannot hold: {what}.', '已保存；此格式无法保存：{what}。', '已儲存；此格式無法保存：{what}。'],
  edit: ['Set up', '摆棋', '擺棋'],
  editHow: ['Move pieces, or choose one below and put it down.', '移动棋子，或在下面选子后落子。', '移動棋子，或在下面選子後落子。'],
  moveTool: ['Move pieces', '移动棋子', '移動棋子'],
  removeTool: ['Remove pieces', '拿走棋子', '拿走棋子'],
  startPosition: ['Start position', '初始局面', '初始局面'],
  emptyBoard: ['Only the kings', '只留将帅', '只留將帥'],
  whoMoves: ['To move', '轮到', '輪到'],
  leaveEditor: ['Discard the position that you set up?', '放弃所摆的局面？', '放棄所擺的局面？'],
  discard: ['Discard', '放弃', '放棄'],
  useIt: ['Use this position', '使用此局面', '使用此局面'],
  'fault-kings': ['Each side needs exactly one king.', '双方必须各有一个将（帅）。', '雙方必須各有一個將（帥）。'],
  'fault-kingPoint': ['{piece} on {square}: a king stays in its palace.', '{square}的{piece}：将帅不能离开九宫。', '{square}的{piece}：將帥不能離開九宮。'],
  'fault-advisorPoint': ['{piece} on {square}: an advisor stands on the five points of the palace diagonals.', '{square}的{piece}：仕（士）只能在九宫斜线的五个点上。', '{square}的{piece}：仕（士）只能在九宮斜線的五個點上。'],
  'fault-bishopPoint': ['{piece} on {square}: an elephant has only seven points, on its own side.', '{square}的{piece}：相（象）只能在己方的七个点上。', '{square}的{piece}：相（象）只能在己方的七個點上。'],
  'fault-pawnPoint': ['{piece} on {square}: a soldier cannot get there.', '{square}的{piece}：兵卒到不了这里。', '{square}的{piece}：兵卒到不了這裡。'],
  'fault-tooMany': ['{piece} on {square}: there are too many of them.', '{square}的{piece}：此种棋子太多。', '{square}的{piece}：此種棋子太多。'],
  'fault-inCheck': ['{piece} on {square} could take the king at once: the other side must move.', '{square}的{piece}可立即吃掉对方将（帅）：应轮到另一方走。', '{square}的{piece}可立即吃掉對方將（帥）：應輪到另一方走。'],
  'fault-facing': ['The kings face each other with nothing between them.', '将帅照面，中间无子。', '將帥照面，中間無子。'],
  puzzles: ['Puzzles', '习题', '習題'],
  puzzleMate1: ['{side} moves and mates at once.', '{side}走，一步杀。', '{side}走，一步殺。'],
  puzzleMate: ['{side} moves and mates in {moves}.', '{side}走，{moves} 步杀。', '{side}走，{moves} 步殺。'],
  puzzleWin: ['{side} moves and wins material.', '{side}走，得子。', '{side}走，得子。'],
  puzzleGoOn: ['Right! What next?', '正确！下一步呢？', '正確！下一步呢？'],
  puzzleAnswered: ['Right! {side}: {move}. What next?', '正确！{side}：{move}。下一步呢？', '正確！{side}：{move}。下一步呢？'],
  puzzleWrong: ['Not this move. Try again.', '不是这一步，再想想。', '不是這一步，再想想。'],
  puzzleSolved: ['Solved!', '解出了！', '解出了！'],
  puzzleSolvedHelped: ['Solved, with some help.', '借助提示解出了。', '借助提示解出了。'],
  puzzleShown: ['This was the solution. Try it again, or take the next one.', '这就是答案。可重做或做下一题。', '這就是答案。可重做或做下一題。'],
  puzzleHint: ['Hint: the {piece} on {square} moves.', '提示：走{square}的{piece}。', '提示：走{square}的{piece}。'],
  puzzleAt: ['Puzzle {at} of {of}, {stars}.', '第 {at} 题，共 {of} 题，{stars}。', '第 {at} 題，共 {of} 題，{stars}。'],
  'puzzle-alone': ['Solved before.', '已解出。', '已解出。'],
  'puzzle-helped': ['Solved before, with help.', '曾借助提示解出。', '曾借助提示解出。'],
  nextPuzzle: ['Next', '下一题', '下一題'],
  puzzleAgain: ['Again', '重做', '重做'],
  leavePuzzles: ['Back to the game', '回到对局', '回到對局'],
  noPuzzles: ['No puzzle of this kind and grade.', '没有这一类、这一难度的习题。', '沒有這一類、這一難度的習題。'],
  puzzleKind: ['Puzzles', '习题', '習題'],
  puzzleGrade: ['Difficulty', '难度', '難度'],
  anyGrade: ['any', '不限', '不限'],
  'puzzles-all': ['all', '全部', '全部'],
  'puzzles-mate1': ['mate in one', '一步杀', '一步殺'],
  'puzzles-mate2': ['mate in two', '两步杀', '兩步殺'],
  'puzzles-mate3': ['mate in three', '三步杀', '三步殺'],
  'puzzles-mate4': ['mate in four or more', '四步以上', '四步以上'],
  'puzzles-material': ['win material', '得子', '得子'],
  moves: ['Moves', '着法', '著法'],
  'error-busy': ['The engine has too many requests. Try again in a moment.', '引擎请求过多，请稍后再试。', '引擎請求過多，請稍後再試。'],
  'error-large': ['This is more than the program takes: 4 MB for a file.', '内容过大：文件不得超过 4 MB。', '內容過大：檔案不得超過 4 MB。'],
  'error-over': ['The side to move has no legal move.', '走棋一方无子可走。', '走棋一方無子可走。'],
  'error-body': ['The connection broke off. Try again.', '连接中断，请重试。', '連線中斷，請重試。'],
  serverError: ['That does not work: {text}', '无法完成：{text}', '無法完成：{text}'],
  noServer: ['The program does not answer. Is it still running? Your game is kept in this browser.',
    '程序没有应答。它还在运行吗？对局已保存在此浏览器中。', '程式沒有回應。它還在執行嗎？對局已保存在此瀏覽器中。'],
  noRoom: ['There is no room left in the browser: save the game to a file (Share).',
    '浏览器空间已满：请把对局保存为文件（分享）。', '瀏覽器空間已滿：請把對局儲存為檔案（分享）。'],
  sidePiece: ['{side} {piece}', '{side}{piece}', '{side}{piece}'],
  place: ['file {file}, rank {rank}', '{file}路第 {rank} 行', '{file}路第 {rank} 行'],
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
  'key-next': ['in a review: the next mistake; try again', '复盘时：下一处失误、重走', '覆盤時：下一處失誤、重走'],
  'key-better': ['while you look for a better move: a hint, the solution', '找更好的着法时：提示、答案', '找更好的著法時：提示、答案'],
  'key-puzzles': ['in puzzles: the next one, a hint, the solution, again', '做习题时：下一题、提示、答案、重做', '做習題時：下一題、提示、答案、重做'],
  'key-escape': ['choose no piece; leave puzzles or the set-up', '取消选子；离开习题或摆棋', '取消選子；離開習題或擺棋'],
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

/** Whether there is a text. @param {string} key */
export const hasText = (key) => Object.hasOwn(texts, key);

/** A text, or something else where there is none. @param {string} key @param {string} otherwise */
export const textOr = (key, otherwise) => (hasText(key) ? t(key) : otherwise);

/** What stands between two sentences. */
export const gap = () => (current === 'en' ? ' ' : '');

/** Things one after the other. @param {string[]} things */
export const listed = (things) => things.join(current === 'en' ? ', ' : '、');

/** The names of large numbers, by language. @type {[number, string][][]} */
const numbers = [[[1e6, 'M'], [1e3, 'k']], [[1e8, '亿'], [1e4, '万']], [[1e8, '億'], [1e4, '萬']]];

/** A number in a few characters: 1.4M or 140万. @param {number} n */
export function countText(n) {
  const [size, name] = numbers[column()].find(([size]) => n >= size) ?? [1, ''];
  const count = n / size;
  return (size > 1e3 && count < 100 ? count.toFixed(1) : Math.round(count)) + name;
}

/** What a player without a name is called. @param {import('./game.js').Player} player */
export const playerName = (player) => (player.kind === 'engine' ? t('engineLevel', { level: player.level }) : t('person'));

/** The name of a piece. @param {string} piece */
export const pieceName = (piece) => pieceNames[piece][column()];

/**
 * Where a piece stands, in the notation of the page: by its file and rank from its own
 * side, or by the name of the square.
 * @param {string} square @param {'red' | 'black'} side @param {string} notation
 */
export function squareText(square, side, notation) {
  if (notation === 'iccs') return square;
  const file = 'abcdefghi'.indexOf(square[0]);
  const rank = Number(square[1]);
  const number = side === 'red' ? 9 - file : file + 1;
  return t('place', { file: notation === 'zh' && side === 'red' ? '一二三四五六七八九'[number - 1] : number, rank: side === 'red' ? rank + 1 : 10 - rank });
}

/** The name of a piece with its side. @param {string} piece */
export const sidePiece = (piece) => t('sidePiece', { side: t(piece === piece.toUpperCase() ? 'red' : 'black'), piece: pieceName(piece) });

/** @type {Record<string, string>} */
const traditional = { 帅: '帥', 将: '將', 车: '車', 马: '馬', 进: '進', 后: '後' };

/** A move in a notation. @param {import('./api.js').MoveText} text @param {string} notation */
export function notationText(text, notation) {
  if (notation === 'wxf') return text.wxf;
  if (notation === 'iccs') return text.iccs;
  return current === 'zh-Hant' ? text.zh.replace(/[帅将车马进后]/g, (c) => traditional[c]) : text.zh;
}
