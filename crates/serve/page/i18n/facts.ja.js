// 裁定の各段の事実、今はできない理由、棋譜の注記。鍵は JSON の `code`、括弧の名は `with` の値です。
// `tests/page.rs` が符号の一覧と照らし合わせます。

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
  'lives-passing-for-ko':
    '通常のコウでは{player}がこの連に二眼の形を作るのをコウの循環が妨げうる。コウを取り返すのにパスが要る読み（`ko-pass`）では後手でも強制でき、手順と証明はその読みのもの',
  'assumed-alive': '証明なしに、次の連は生きていると仮定した：{points}',
  'led-to': 'どう打たれても、それ自体で生きるか、別に生きが証明されている{player}の連とつながる：{points}',
  prevented: '{opponent}は先手で、{player}がこの連に二眼の形を作るのを必ず防げる：独立して生きていない',
  'shut-in-by': 'どう打たれても、別に生きが証明されている{opponent}の連に閉じ込められる：{points}',
  'has-eyes': '{when}、{player}にはどう打たれても眼がある：{eyes}',
  'cut-in-two': '{player}の眼 {eye} は二つになる：{pair} の一方に打たれたら、他方に打つ',
  'one-of-two': '{when}、次の二点の組は、一方に打たれたら{player}が他方に打ち、連をつなぐか眼を作る：{pairs}',
  'tied-by': '{pair} の一方に打たれたら{player}が他方に打ち、生きている連とつながる',
  'joined-to-assumed': '生きていると仮定した{player}の連とつながっている：{points}',
  'leave-no-room': '{when}、取られることのない{opponent}の連に囲まれて、{player}が二眼の形を作る余地はない：{points}',
  'no-room': '{when}、{player}が二眼の形を作る余地はない',
  'closed-off': '取られることのない連で囲まれた部分で、{player}はどう打たれても応じられる：{points}',
  'on-the-whole-board': '盤の全体で、{player}はどう打たれても応じられる',
  'in-small-parts': '次の小さな部分のそれぞれで、{player}はほかで何が起きても応じられ、連をつなぎ眼を作る：{parts}',
  'an-eye-in-each': '次の二つの部分のそれぞれで、{player}はほかで何が起きても眼を作れる：{parts}',
  'life-unproven': '予算内ではどちらも証明できなかった：未証明',
  'life-unproven-in-time': '時間内にはどちらも証明できなかった：未証明',
  'life-unproven-in-states': '許された局面数の内ではどちらも証明できなかった：未証明',
  'by-precedent': '先例（{precedent}）による判定である',
  'precedent-kos':
    '通常のコウでは、取りとパスを経て三つのコウの取り合いの循環に入りうる。二つはこの連と{opponent}との間にあり（{shared}）、もう一つはほかにある（{third}）。循環は{opponent}から交互に {captures}',
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

  // 今はできない理由：待った、局面の編集
  'no-move-made': 'まだ手がありません',
  'no-such-move': '戻せる手は{first}手目から{latest}手目までで、{number}手目はありません',
  'as-it-was': '局面も手番も変わっていません',
  'cannot-stand': 'この局面では打てません：{fault}',

  // 循環
  'no-claim-needed': 'ここでは、循環は申し立てがなくても裁定します',
  'no-cycle': 'ちょうど完成した循環はありません',
  'no-cycle-possible': 'ここでは前の局面に戻れないので、循環は起きません',

  // 提案と返事
  'nothing-pending': '申し立ても提案もありません',
  'accepted-already': '{player}はもう同意しています',
  'nothing-to-decline': 'この対局者が断るものはありません',

  // 結果の合意と盤外の終わり
  'no-winner-by-resignation': '三人以上では投了によって勝者は決まりません。順位に合意してください',
  'no-winner-on-time': '三人以上では時間切れによって勝者は決まりません。順位に合意してください',
  'no-winner-by-forfeit': '三人以上では反則によって勝者は決まりません。順位に合意してください',
  'result-of-two': '二人の対局では、順位でなく結果に合意します',
  'ranking-of-all': '順位には{players}人全員が必要です',
  'ranking-needed': '三人以上では、結果でなく順位に合意します',
  'no-such-player': '{player}は対局していません。対局者は{players}人です',

  // 死石の合意
  'no-agreed-dead': '{rules}では、合意によって石を取り上げることはありません',
  'phase-goes-on': '死石の合意は{phase}が終わってからです。{moves}手目の後も続いています',
  'no-dead-in-proof-games': '証明対局では、合意によって石を取り上げることはありません',
  'nothing-to-agree-on': '対局は終わっており、合意するものがありません',
  'game-goes-on': '死石の合意は対局が終わってからです',
  'one-position': '死石に合意する局面は一つです',
  'empty-point': '{point}は空点です。死石にできるのは石だけです',
  'no-scoring-positions': '`@` で示せる得点局面はありません',
  'no-such-scoring-position': '得点局面{number}はありません。全部で{count}です',

  // 終わりの後に続くもの
  'proof-games-once': '証明対局を求められるのは、本対局が二つのパスで終わったときの一度だけです',
  'no-proof-games': 'この対局に証明対局はありません',
  'resolution-not-ended': '次の決着段階を求められるのは、パスで終わったときです',
  'play-not-ended': '続行を求められるのは、パスで終わったときです',
  'one-resolution': '{rules}の決着段階は一度だけです',
  'resolutions-played': 'ルールが認める決着段階は全て終わりました',
  'nobody-has-played': '再開してから誰も打っていません。盤上にあるものを数えます',
  'nothing-follows': '{rules}では、終わった後に何も続きません',

  // 注記：棋譜について補ったこと
  'no-rules': '棋譜にルールの名がないので、日本囲碁規約（1989）とみなしました',
  'no-size': '棋譜に盤の大きさがないので、19x19 とみなしました',
  'no-first-player': '棋譜に先手が示されていないので、白とみなしました',
  'one-of-games': 'ファイルには{count}局あり、これは{number}局目です',
  'rules-and-more': 'RU[{found}] を {name} と読みました。「{rest}」はルールのことではありません',
  'komi-in-hundredths': 'KM[{found}] を1目の百分の一の単位と読みました：コミ {komi}',
  'komi-in-hundredths-of-stones': 'KM[{found}] を一子の百分の一の単位と読みました：コミ {komi}',
  'komi-in-stones': 'KM[{found}] を子の数（目の半分）と読みました：コミ {komi}',
  'komi-respelled': 'KM[{found}] を {komi} と読みました',
  'handicap-without-stones': 'HA[{number}] とありますが、置き石がありません',
  'handicap-other-stones': 'HA[{number}] とありますが、置き石は{stones}子です',
  'handicap-too-many': 'HA[{number}] は{most}点の盤には多すぎるので省きました',
  'mark-unreadable': '{name}[{found}] は盤上の点を示していないので省きました',
  'marked-for-both': '両者の地とされているので、どちらの地ともしません：{points}',
  'handicap-unreadable': 'HA[{found}] は石の数ではないので省きました',
  'moves-share-a-node': 'ほかの手や根と同じノードに手があります。順に読みました',
  'player-set': '{moves}手目の後、{player}の番としました',
  'position-edited': '{moves}手目の後、局面を編集しました。それより前の局面は何も禁じません',
  'edit-after-the-end': '{moves}手目の後に対局は終わっているので、局面の編集を省きました',
  'pass-after-the-end': '終局後のパスを省きました',
  'passes-after-the-end': '終局後のパス{count}回を省きました',
  'dead-not-used': '死石は使いませんでした：{why}',
  'passes-added': '終局のパスを補いました：{count}',
  'final-position': 'このルールでは打てない手があるので、最終局面を裁定しました',
  'over-before': 'このルールでは棋譜の手の前に対局が終わっているので、その終わりを裁定しました',
  'cycles-not-ruled-on': '{rules}は循環を裁定しないので、いつ裁定するかは何も変えません',
  'line-not-whole': '最後の行が途中で切れているので、{bytes}バイトを省きました',
  'not-held': 'TOMLの棋譜に入らないので省きました：{names}',
  'not-usable': '省きました：{fault}',
  'and-more': 'ほか{count}件',

  // 注記：SGFの文を直したこと
  'guessed-encoding': '文字コードの宣言がなくUTF-8でもないので、{encoding} と推定しました',
  'unknown-encoding': '文字コード {label} は知られていないので、宣言を無視しました',
  'wrong-encoding': '宣言された {declared} ではないので、{read_as} として読みました',
  'malformed-text': '{encoding} として読めないバイト列{sequences}か所を U+FFFD に置き換えました',
  'text-before-game': '最初の棋譜の前の{bytes}バイトを飛ばしました',
  'text-between-games': '棋譜の間の{bytes}バイトを飛ばしました',
  'text-after-game': '最後の棋譜の後の{bytes}バイトを飛ばしました',
  'extra-close': '対応する "(" のない ")" {count}個を飛ばしました',
  'missing-close': 'ファイルの終わりに足りない ")" {count}個を補いました',
  'missing-bracket': 'ファイルの終わりに足りない "]" を補いました',
  'missing-semicolon': 'プロパティの前に足りない ";" を補いました',
  'empty-variation': '空の変化を飛ばしました',
  'node-after-variation': '変化の後のノードを、もう一つの変化として読みました',
  'stray-bracket': '値の外の "]" を飛ばしました',
  'value-without-identifier': '識別子のない値を飛ばしました：{raw}',
  'word-without-value': '{word} の後に値がないので飛ばしました',
  respelled: '識別子 {found} を {read_as} と読みました',
  'odd-identifier': '大文字でない識別子 {found} をそのまま残しましたが、読みません',
  doubled: '同じノードに {identifier} が重なっています。両方を残しました',
  'more-values': '{identifier} に値が{count}個あり、最初の値を読みました',
  'other-info': '{identifier} に異なる値 {found} が重なっており、読みません',
  'late-info': '{identifier} は根より後のノードにあり、そこから読みました',
  blanks: '{identifier} の値 {raw} の空白を無視しました',
  reread: '{identifier} の値 {raw} を {read_as} と読みました',
  'empty-list': '{identifier} の `[]` に点がないので無視しました',
  'doubled-points': '{identifier} に{count}点が重なっています。最初は {point} で、すでに {first} にあります',
  'size-assumed': '`SZ` がないので 19x19 とみなしましたが、{raw} は盤の外です',
};
