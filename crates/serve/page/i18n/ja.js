// 日本語

/** @type {typeof import('./en.js').en} */
export const ja = {
  // 枠
  nav: 'メインメニュー', 'nav.play': '対局', 'nav.judge': '裁定', 'nav.compare': '比較', 'nav.casebook': '事例集', 'nav.solve': '解析', 'nav.rules': 'ルール',
  skip: '本文へ', theme: 'テーマ', 'theme.auto': 'テーマ：自動', 'theme.wood': 'テーマ：木目', 'theme.dark': 'テーマ：ダーク', language: '言語',
  loading: '読み込み中…', close: '閉じる', cancel: 'やめる', 'not-found': 'ページがありません', 'not-found.home': '最初のページへ',
  board: '碁盤', 'board.help': '矢印キーでカーソルを動かし、Enterで着手、Escで離れます。PageUp、PageDown、Home、Endで手順を移動します。',
  black: '黒', white: '白', 'player-n': '対局者{n}', 'who.all': '全員', 'who.referee': '審判', start: '開始',

  // ロビー
  lobby: '対局', 'hero.title': '理由を示す、囲碁の審判', 'hero.text': 'ほかでは打てないルールで打ち、何がなぜ禁じられているかをいつでも確かめ、一歩ずつ検証できる裁定を受けられます。',
  'hero.judge': '棋譜を裁定する', 'hero.casebook': '事例集を見る', 'lobby.own': 'あなたの対局', 'lobby.listed': '観戦できる対局', 'lobby.none': '公開中の対局はありません。',
  'lobby.untitled': '{rules}の対局', 'lobby.room': '{rules}・{board}・{moves}手',
  new: '新しい対局', 'new.rules': 'ルール', 'new.more': '詳しく', 'new.board': '盤', 'new.size': '大きさ', 'new.size.hint': '列x行、52x52まで', 'new.graph': '線のつながり',
  'new.graph.hint': 'a-b b-c c-a のように点の組を書きます', 'new.graph.example': 'a-b b-c c-d d-a a-e b-e c-e d-e', 'new.players': '人数', 'new.komi': 'コミ', 'new.handicap': '置き石',
  'new.cycles': '長い循環の裁定', 'new.cycles.automatic': '循環したらすぐ', 'new.cycles.claim': '対局者の申し立てで', 'new.cycles.n': '{n}回目で',
  'new.seats': '対局者', 'new.name': 'あなたの名前', 'new.title': '題名', 'new.listed': '誰でも観戦できる（一覧に載せる）', 'new.open': '対局を開く', 'new.opening': '開いています…',
  'seat.me': '自分（ここで）', 'seat.link': 'リンクを送る相手', 'seat.engine': 'プログラム {name}',
  'board.size': '自由な大きさ', 'board.torus': 'トーラス', 'board.triangles': '三角格子', 'board.wheel': '車輪', 'board.graph': '自作グラフ',
  'about.lasker-maas': '地を数えます。両者がパスしたら、取った石を使って死活を打ち切ります。同じ局面は二度と現れません。',
  'about.lasker-maas-situational': 'ラスカー・マースと同じ。手番が違えば同じ局面に戻れます。',
  'about.lasker-maas-adjusted': 'ラスカー・マースと同じ。最初のパスで第二段階に入ります。',
  'about.button': '地と石を数えます。最初のパスで半目の「ボタン」を取ります。',
  'about.long-cycle-1': '単純なコウのラスカー・マース。長い循環は引き分け、または循環中に多くパスした方の勝ちです。',
  'about.long-cycle-2': '同じですが、第二段階では同じ局面に戻れません。',
  'about.long-cycle-3': '第一型と同じ。終局後、どちらが循環を強制できるかを証明対局で決めます。',
  'about.kee': 'どんな盤でも、2〜8人で。パスが反復の禁止を解き、得点は循環の平均です。',
  'about.japanese-1989': '地を数えます。石の生死は独立した生きの証明で決まり、長い循環で対局は終わります。',
  'about.tromp-taylor': '地と石、局面スーパーコウ、自殺手あり。', 'about.chinese': '地と石。死石は合意で決めます。', 'about.aga': '地と石、パスには石を渡します。', 'about.new-zealand': '地と石、状況スーパーコウ、自殺手あり。',

  // 対局
  game: '対局', 'game.gone': 'この対局はもうありません', 'game.side': '対局の様子', 'game.board': '{board}の盤、{phase}、{player}の番', 'line.lost': '接続が切れました。再接続しています…',
  'turn.yours': 'あなたの番', 'turn.you': 'あなたの番：{player}', 'turn.other': '{player}の番', 'turn.analysis': '対局停止。生死を証明しています。', watching: '観戦中',
  seats: '席', 'seat.nameless': '名前なし', 'seat.free': '空席', 'seat.your-name': 'あなたの名前', 'seat.name-of': '{player}の名前', 'seat.online': '在席', 'seat.offline': '不在', 'seat.to-move': '手番',
  spectators: '観戦 {n}人', komi: 'コミ {komi}', phase: '段階', 'button.taken': '{player}がボタンを取りました', 'button.free': 'ボタンは最初にパスした人のものです',
  'phase.main': '本対局', 'phase.resolution': '決着段階', 'phase.proof-black-1': '黒の証明対局・第一段階', 'phase.proof-black-2': '黒の証明対局・第二段階',
  'phase.proof-white-1': '白の証明対局・第一段階', 'phase.proof-white-2': '白の証明対局・第二段階', 'phase.competition': '対局', 'phase.analysis': '分析', 'phase.ended': '終局',
  do: '操作', 'do.by': '{what}（{player}）', 'do.pass': 'パス', 'do.claim': '循環を申し立てる', 'do.dead': '死石を示す', 'do.request.proof': '証明対局を求める', 'do.request.further': '決着段階をもう一度',
  'do.request.dispute': '異議：打ち続ける', 'do.undo': '待った', 'do.resign': '投了', 'do.resign.sure': '本当に投了しますか？', 'do.accept': '同意', 'do.decline': '断る', 'do.withdraw': '取り下げる', 'do.result': '結果を提案', 'do.rule': '審判：循環を裁定する',
  'pending.accepted': '同意した人：{players}', 'pending.waits': '相手の返事を待っています。', 'pending.break': '別の手を打って循環を破ることもできます。',
  propose: '提案', 'propose.who': '勝者', 'propose.wins': '{player}の勝ち', 'propose.margin': '目数', 'propose.ranking': '順位（一位から）',
  'dead.how': '死んでいると思う石を押してください。', 'dead.so-far': '{n}子を選択', 'dead.propose': 'これらを死石と提案', 'dead.none': '死石なしと提案', 'dead.marked': '{point}：{n}子を死石に', 'dead.unmarked': '{point}：{n}子を戻しました',
  'act.play': '{player} {point}', 'act.pass': '{player} パス', 'act.resign': '{player} 投了', 'act.claim': '{player}が循環を申し立て', 'act.accept': '{player}が同意', 'act.decline': '{player}が拒否',
  'act.request': '{player}が続行を要求', 'act.undo': '{player}が待ったを希望 {more}', 'act.dead': '{player}の死石提案：{more}', 'act.result': '{player}の結果提案：{more}', 'act.ranking': '{player}の順位提案：{more}',
  'act.rule': '{player}が循環を裁定', 'act.time': '{player}：{more}の時間切れ', 'act.forfeit': '{player}：{more}の反則負け', 'act.edit': '{player}が局面を編集：{more}',
  moves: '手順', prisoners: 'アゲハマ', 'prisoners.place': 'アゲハマ置き場', 'prisoners.supply': '石はここから打たれます。', 'prisoners.refilled': '+{n} 補充', 'prisoners.played': '一子使いました',
  'share.seat': '{player}のリンク', 'share.secret': 'リンクを持つ人がその席で打てます。一人だけに送ってください。', 'share.watch': '観戦リンク', 'share.copy': 'コピー', 'share.copied': 'コピーしました。', 'share.by-hand': '手でコピーしてください。',
  'share.new': '{player}のリンクを作り直す', record: '棋譜', 'record.judge': 'この対局を裁定',
  'tab.moves': '手順', 'tab.ruling': '裁定', 'tab.life': '死活', 'tab.share': '共有', 'tab.count': '整地', 'tab.compare': '比較',

  // 点・禁止・局面
  'point.legal': '打てます', 'point.empty': '空点', 'ban.ko': 'コウ', 'ban.superko': 'スーパーコウ', 'ban.cyclic': '反復', 'ban.suicide': '着手禁止（自殺手）', 'ban.occupied': '石があります',
  'ban.repeats': '{reason}：{n}手目の後の局面に戻ります', banned: '禁止点 {n}か所', 'position.after': '{n}手目の後', 'position.as-text': '局面を文字で', 'position.empty': '盤上に石はありません。',
  trail: '局面の軌跡', 'trail.label': '局面の軌跡', 'trail.strip': '局面の列', 'trail.loops': '輪は同じ局面が前に現れた所へ戻ります。これまでの輪：{n}', 'trail.none': 'まだ同じ局面は現れていません。', 'trail.again': '{name}、{n}手目の後と同じ', 'trail.passes': 'この局面でのパス',
  'step.label': '手順を進める', 'step.first': '最初へ', 'step.back': '一手戻る', 'step.forward': '一手進む', 'step.last': '最後へ', 'step.play': '再生', 'step.pause': '停止', 'step.move': '手', 'step.step': '段',

  // 裁定
  result: '結果', because: '理由', 'result.win': '{winner}{by}勝ち（{ground}）', 'result.by': ' {margin}目', 'result.draw': '引き分け（{ground}）', 'result.no-result': '無勝負（{ground}）', 'result.ranking': '{order}（{ground}）',
  'short.draw': '引き分け', 'short.no-result': '無勝負', 'ground.score': '得点', 'ground.long-cycle': '長い循環', 'ground.proof-games': '証明対局', 'ground.agreement': '合意', 'ground.resignation': '投了',
  'ground.time': '時間切れ', 'ground.forfeit': '反則', 'ground.no-scoring-position': '得点局面なし', cycle: '{from}手目から{to}手目まで、{n}手の循環', 'cycle.passes': 'パス', 'cycle.lost': '取られた石',
  refused: '不可：{player} {point}（{n}手目）', 'refused.short': '不可', 'ruling.open': '{phase}：{player}の番。まだ結果はありません。', 'ruling.bounds': '黒の差は{low}から{high}の間です。',
  recorded: '棋譜の結果 {text}：', 'recorded.agrees': '一致します。', 'recorded.differs': '異なります。', 'recorded.open': '比べられません。', notes: '注記 {n}件',
  'clause.open': '{clause}の内容', 'clause.says': '条文の趣旨', 'clause.program': 'プログラムの動作', 'clause.reading': '解釈', 'clause.source': '出典', 'clause.case': '例', 'clause.open-case': '事例 {name} を開く',
  'film.label': '得点局面', 'film.title': '得点循環：得点局面 {n}つ', 'film.position': '得点局面 {n}', 'film.averages': '平均（コミ込み）',
  'bracket.label': '証明対局', 'bracket.title': '証明対局', 'bracket.game': '{player}の証明', 'bracket.waiting': '未開始', 'bracket.playing': '対局中', 'bracket.achieved': '達成', 'bracket.failed': '失敗', 'bracket.length': '{n}手、2段階中{phases}',
  'bracket.base': '本対局', 'bracket.final': '結果', 'bracket.open': '未定', 'bracket.rule': '一方だけが達成したらその人の勝ち。そうでなければ本対局の結果のままです。',
  'status.alive': '生き（証明済み）', 'status.not-alive': '生きでない（証明済み）', 'status.unproven': '未証明',
  'life.press': '押すと証明を並べます。', 'life.unproven': '予算内では証明できませんでした。', 'life.opened': '{point}の証明、{n}手', 'life.board': '{point}の石の証明', 'life.chain': '{point}の石：{status}',
  'life.start': '相手から打ちます。', 'life.no-line': '打つまでもなく、形が示しています。', 'life.nodes': '{n}局面を調べました。', 'life.back': '地図に戻る', 'life.how': 'ここか盤上の石を押すと、その証明を並べます。', 'life.stones': '{n}子',

  // 棋譜の裁定
  intake: '棋譜', 'intake.drop': 'SGFまたはTOMLの棋譜をここへ', 'intake.choose': 'ファイルを選ぶ', 'intake.paste': 'または貼り付ける', 'intake.judge': '裁定する', 'intake.pasted': '貼り付けた棋譜', 'intake.examples': '例：',
  'example.triple-ko': '三コウ', 'example.kee': '循環得点', 'example.japanese': '死活', 'example.proofs': '証明対局',
  'judge.rules': 'ルール', 'judge.as-recorded': '棋譜どおり：{rules}', 'judge.dead': '合意した死石', 'judge.again': '裁定', 'judge.done': '結果が出ました。', 'judge.read': '{n}手を読みました。', 'judge.board': '盤、{phase}、{n}手目の後',
  'compare.label': '各ルールでの裁定', 'compare.how': '同じ棋譜を全てのルールで裁定します。着手を認めないルールでは最終局面を裁定します。', 'compare.rules': 'ルール', 'compare.board': '盤', 'compare.ruling': '裁定', 'compare.margin': '差', 'compare.banned': '禁止点', 'compare.refused': '{n}手目 {point} を認めない', 'compare.back': '裁定に戻る',
  'count.start': '対局の終わり', 'count.removal': '死石を上げる', 'count.territory': '地', 'count.fill': 'アゲハマを埋める', 'count.arrange': '整形', 'count.count': '計算', 'count.beside': '盤外 {n}子', 'count.same': '差はどの段でも変わりません。', 'count.needs': '整地には日本ルールで終わった対局、または死石の合意が必要です。',

  // 事例集・解析・ルール
  'casebook.about': '注釈つきの局面と、各ルールの判断。プログラムの検査も兼ねているので、誤りは必ず見つかります。', 'casebook.search': '話題・ルール・条項で探す', 'casebook.cases': '{n}例', 'casebook.none': '該当するページがありません。', 'casebook.judge': '裁定で開く', 'casebook.block': '事例集の原文',
  'group.area': '地と石を数えるルール', 'group.general': '一般', 'group.japanese-1989': '日本囲碁規約（1989）', 'group.kee': 'キー・ルール', 'group.lasker-maas': 'ラスカー・マース', 'group.long-cycle': '長い循環のルール',
  'solve.about': '小さな盤の最善手を正確に。選んだルールで、全ての合法手の値を示します。', 'solve.to-move': '手番', 'solve.edit': '石を置く', 'solve.editing': '配置：押すたびに黒・白・空', 'solve.board': '{board}の盤、A1から{corner}', 'solve.reset': '空の盤', 'solve.result': '値',
  'solve.value': '最善で黒の差：{value}', 'solve.win': '最善で黒の勝ち', 'solve.draw': '最善で引き分け', 'solve.loss': '最善で白の勝ち', 'solve.bounds': '黒の差は{low}から{high}の間', 'solve.exact': '証明済み', 'solve.limit': '中断：{limit}', 'solve.nodes': '{n}局面', 'solve.line': '最善の手順', 'solve.how': '数字はその手の後の黒の差です。押すと打ちます。', 'solve.point': '{point}：{value}', 'solve.table': '全ての合法手', 'solve.w': '黒', 'solve.l': '白',
  'solve.tone.best': '最善', 'solve.tone.worse': '劣る', 'solve.tone.bad': '負け', 'solve.tone.unknown': '不明',
  'rules.options': '選択肢と解釈', 'rules.clauses': '条項', 'rules.value': '値としてのルール', 'rules.toml': 'この文は変更して読み込めます。',
};
