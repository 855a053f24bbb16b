// ルールの題と出典、選択肢の説明。`tests/page.rs` が組み込みのルールと選択肢の一覧と照らし合わせます。

/** @type {Record<string, {title: string, source: string}>} */
export const rulesets = {
  'lasker-maas': {
    title: 'ラスカー・マース',
    source: '『ラスカー・マース・ルール』（ロバート・マース、1995年3月、エドワード・ラスカーによる）',
  },
  'lasker-maas-situational': {
    title: 'ラスカー・マース（状況スーパーコウ）',
    source: '『ラスカー・マース・ルール』1995年9月の投稿',
  },
  'lasker-maas-adjusted': {
    title: '修正ラスカー・マース',
    source: '『ラスカー・マース・ルール』「ボタン碁との等価性」',
  },
  button: {
    title: 'ボタン碁',
    source: '『ラスカー・マース・ルール』「ボタン碁との等価性」、センセイズ・ライブラリー「Button Go」',
  },
  'long-cycle-1': {
    title: '長い循環のルールつきラスカー・マース（第一型）',
    source: '『長い循環のルールつきラスカー・マース・ルール』第1節',
  },
  'long-cycle-2': {
    title: '長い循環のルールつきラスカー・マース（第二型）',
    source: '『長い循環のルールつきラスカー・マース・ルール』第2節',
  },
  'long-cycle-3': {
    title: '長い循環のルールつきラスカー・マース（第三型）',
    source: '『長い循環のルールつきラスカー・マース・ルール』第3節',
  },
  kee: { title: 'キー・ルール', source: '『キー・ルール』（ウィルトン・キー、2009年5月12日）' },
  'japanese-1989': {
    title: '日本囲碁規約（1989、読みやすい読解）',
    source: '『日本囲碁規約（1989）の読みやすい読解』（ロベルト・ヤシーク）',
  },
  'tromp-taylor': {
    title: 'トロンプ・テイラー',
    source: '「囲碁、論理ルール」（ジョン・トロンプ、ビル・テイラー）',
  },
  chinese: { title: '中国ルール', source: '『中国囲棋規則』（2002）。実際の裁定のとおり単純なコウ、循環は無勝負' },
  aga: { title: 'AGAルール', source: 'アメリカ囲碁協会（AGA）公式ルール' },
  'new-zealand': { title: 'ニュージーランドルール', source: 'ニュージーランド囲碁協会ルール' },
};

/** @type {Record<string, string>} */
export const options = {
  superko: 'スーパーコウで何が戻ってはいけないか',
  phase_switch: '決着段階の前の本対局を何が終わらせるか',
  resolutions: '決着段階を何回行えるか',
  refill: 'アゲハマ置き場にいつ一組を加えるか',
  button_lifts_bans: 'ボタンを取るとスーパーコウの禁止が解けるか',
  ko_ban: '段階を終わらせるパスの後にコウの禁止が残るか',
  superko_history: '決着段階のスーパーコウがどの局面を覚えるか',
  cycles: '循環をいつ裁定するか',
  balanced: '均衡した循環の結果',
  scoring: '何を数えるか',
  suicide: '自殺手を認めるか',
  hypothetical_ko: '分析でのコウのルール',
  handicap_bonus: '置き石に対して白が得るもの',
};
