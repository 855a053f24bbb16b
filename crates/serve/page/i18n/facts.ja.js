// 裁定の各段の事実。鍵は JSON の `code`、括弧の名は `with` の値です。`tests/page.rs` が裁定の符号と照らし合わせます。

/** @type {Record<string, string>} */
export const facts = {
  // 段階とその終わり
  'stage-ends-by-pass': '最初のパスで段階が終わり、{phase}が{player}の番で始まる',
  'stage-ends-by-passes': '{passes}回続けてのパスで段階が終わり、{phase}が{player}の番で始まる',
  'button-taken': '{player}がボタンを取る',
  'prisoners-added': '各色の石を一つずつアゲハマに加える',

  // 計算
  'agreed-dead': '合意により死石として取り上げる：{points}',
  area: '{player}：地と石 {points}',
  territory: '{player}：地 {points}、その色のアゲハマ {prisoners}',
  komi: '白のコミ：{komi}',
  button: '{player}がボタンを持つ：半目',
  handicap: '置き石{stones}子につき白に{points}目',
  scores: '{scores}',
  'scores-equal': '{scores}：同点',

  // キー・ルール
  'scoring-cycle': '同じ対局者が{at}手目の後のこの局面でもパスした：{from}手目から{to}手目までが得点循環',
  'scoring-position': '得点局面{number}：{points}',
  'no-scoring-position': '循環の中に全員がパスした局面がない：引き分け',
  averages: '平均：{scores}',
  'averages-equal': '平均：{scores}：同点',

  // 循環
  'cycle-passes': '{to}手目の後の状態は{from}手目の後にもあった：{length}手の循環、その間のパス：{passes}：不均衡',
  'cycle-passes-balanced': '{to}手目の後の状態は{from}手目の後にもあった：{length}手の循環、その間のパス：{passes}：均衡',
  'cycle-lost': '{to}手目の後の状態は{from}手目の後にもあった：{length}手の循環、その間に取られた石：{lost}：不均衡',
  'cycle-lost-balanced': '{to}手目の後の状態は{from}手目の後にもあった：{length}手の循環、その間に取られた石：{lost}：均衡',

  // 分析
  'alive-chains': '独立して生きている連：{all}連のうち{alive}',
  'alive-chains-open': '独立して生きている連：{all}連のうち{alive}。未証明だが結果に関わらない連：{open}',
  'chain-by-precedent': '{player} {point}：先例（{precedent}）により{status}',
  'chain-readings-differ': '{player} {point}：{status}。コウの解釈で結論が分かれ、当てはまる先例はない',
  removed: '取り上げる石：{points}',

  // 連の死活の理由
  lives: '{player}は後手でも、この連を含む二眼の形を強制できる：独立して生きている',
  prevented: '{opponent}は先手で、{player}がこの連に二眼の形を作るのを必ず防げる：独立して生きていない',
  'life-unproven': '予算内ではどちらも証明できなかった：未証明',
  'by-precedent': '先例（{precedent}）による判定である',
  'readings-differ': 'コウのもう一つの解釈では判定が逆になり、当てはまる先例はない',
  'stays-alive': '独立して生きている：盤上に残る',
  'removed-here': '周りは、{opponent}の生きた連に至るまで、空点と、独立して生きていない{player}の連だけである：取り上げる',
  'fate-open': '取り上げるかどうかは、未証明の連によって変わる',
  'stays-with': '{opponent}の生きた石が、{player}の生きた連 {point} との間を隔てていない：盤上に残る',
  'stays-beside':
    '同じく独立して生きていない{opponent}の連 {point} と接している：盤上に残り、その点も周りの点も地にならない',
  'stays-unbordered': '周りに接する{opponent}の生きた連がない：盤上に残る',

  // 対局の場で
  resigns: '{player}が投了',
  'time-up': '{player}の時間切れ',
  forfeits: '{player}の反則負け',
  'agreed-result': '全員が結果に合意',
  'taken-back': '{number}手目以降を取り消す',
  claims: '{player}が{from}手目から{to}手目までの循環を申し立て',
  declines: '{player}が断る',
  'resolution-again': '決着段階をもう一度始める',
  'play-goes-on': '{player}の番で打ち続ける',

  // 証明対局
  'proof-games': '証明対局を行う。黒の証明対局から始める',
  'proof-achieved': '{player}が証明対局の目標を達成',
  'proof-failed': '{player}が証明対局に失敗',
  'proof-unfinished': '証明対局は終わらなかった',
  'proof-both': '両者とも目標を達成：本対局の結果のまま',
  'proof-neither': '両者とも目標を達成せず：本対局の結果のまま',
  'proof-only': '{player}だけが証明対局の目標を達成',
};
