// English. Every other language has the same keys; `tests/page.rs` holds them against each other.

export const en = {
  // The frame of the page
  nav: 'Main navigation', 'nav.play': 'Play', 'nav.judge': 'Judge', 'nav.compare': 'Compare', 'nav.casebook': 'Case book', 'nav.solve': 'Solver', 'nav.rules': 'Rules',
  skip: 'Skip to the content', theme: 'Theme', 'theme.auto': 'Theme: as the system', 'theme.wood': 'Theme: wood', 'theme.dark': 'Theme: dark', language: 'Language',
  loading: 'Loading …', close: 'Close', cancel: 'Cancel', 'not-found': 'There is nothing here', 'not-found.home': 'To the first page',
  board: 'Go board', 'board.help': 'Arrow keys move the cursor, Enter plays, Escape leaves. Page Up, Page Down, Home and End step through the game.',
  black: 'Black', white: 'White', 'player-n': 'Player {n}', 'who.all': 'All', 'who.referee': 'Referee', start: 'Start',

  // Lobby and new game
  lobby: 'Play', 'hero.title': 'The referee of Go, with reasons', 'hero.text': 'Play under rulesets no other site knows, see at every moment what is forbidden and why, and get a ruling you can check step by step.',
  'hero.judge': 'Judge a record', 'hero.casebook': 'Browse the case book', 'lobby.own': 'Your games', 'lobby.listed': 'Games to watch', 'lobby.none': 'No public game is being played.',
  'lobby.untitled': 'A game of {rules}', 'lobby.room': '{rules} · {board} · {moves} acts',
  new: 'New game', 'new.rules': 'Rules', 'new.more': 'More about them', 'new.board': 'Board', 'new.size': 'Size', 'new.size.hint': 'Columns x rows, up to 52x52', 'new.graph': 'Connections',
  'new.graph.hint': 'Pairs of points, like a-b b-c c-a', 'new.graph.example': 'a-b b-c c-d d-a a-e b-e c-e d-e', 'new.players': 'Players', 'new.komi': 'Komi', 'new.handicap': 'Handicap',
  'new.cycles': 'A long cycle is ruled on', 'new.cycles.automatic': 'as soon as it is complete', 'new.cycles.claim': 'when a player claims it', 'new.cycles.n': 'at the {n}th time',
  'new.seats': 'Who plays', 'new.name': 'Your name', 'new.title': 'Title', 'new.listed': 'Everybody may watch (the game is listed)', 'new.open': 'Open the game', 'new.opening': 'Opening …',
  'seat.me': 'I do, here', 'seat.link': 'Somebody with a link', 'seat.engine': 'The program {name}',
  'board.size': 'Any size', 'board.torus': 'Torus', 'board.triangles': 'Triangles', 'board.wheel': 'Wheel', 'board.graph': 'Own graph',
  'about.lasker-maas': 'Territory. When both pass, life and death are played out with the prisoners. No position comes back.',
  'about.lasker-maas-situational': 'Lasker-Maas; a position may come back if another player is to move.',
  'about.lasker-maas-adjusted': 'Lasker-Maas; the first pass begins the second phase.',
  'about.button': 'Area. The first pass takes a button worth half a point.',
  'about.long-cycle-1': 'Lasker-Maas with a simple ko rule. A long cycle draws the game, or wins it for the player who passed more in it.',
  'about.long-cycle-2': 'The same, but no position comes back in the second phase.',
  'about.long-cycle-3': 'The same as variant 1. After it, proof games show which of the two can force a cycle.',
  'about.kee': 'Any board, two to eight players. A pass lifts the ban on repeating; the score is averaged over a cycle.',
  'about.japanese-1989': 'Territory. Who lives is proved by independent life; long cycles end the game.',
  'about.tromp-taylor': 'Area, positional superko, suicide allowed.', 'about.chinese': 'Area. Dead stones are agreed on.', 'about.aga': 'Area with passing stones.', 'about.new-zealand': 'Area, situational superko, suicide allowed.',

  // At the table
  game: 'Game', 'game.gone': 'This game is over and gone', 'game.side': 'The table', 'game.board': 'Board {board}, {phase}, {player} to move', 'line.lost': 'The connection is lost. Trying again …',
  'turn.yours': 'Your turn', 'turn.you': 'Your turn: {player}', 'turn.other': '{player} to move', 'turn.analysis': 'The play is over. Who lives is being proved.', watching: 'You are watching',
  seats: 'Seats', 'seat.nameless': 'Somebody', 'seat.free': 'Nobody yet', 'seat.your-name': 'Your name', 'seat.name-of': 'Name of {player}', 'seat.online': 'here', 'seat.offline': 'not here', 'seat.to-move': 'to move',
  spectators: '{n} watching', komi: 'komi {komi}', phase: 'Phase', 'button.taken': '{player} has the button', 'button.free': 'The button lies free: the first pass takes it',
  'phase.main': 'Main play', 'phase.resolution': 'Resolution', 'phase.proof-black-1': 'Black’s proof game, 1st phase', 'phase.proof-black-2': 'Black’s proof game, 2nd phase',
  'phase.proof-white-1': 'White’s proof game, 1st phase', 'phase.proof-white-2': 'White’s proof game, 2nd phase', 'phase.competition': 'Competition', 'phase.analysis': 'Analysis', 'phase.ended': 'Ended',
  do: 'Actions', 'do.by': '{what} ({player})', 'do.pass': 'Pass', 'do.claim': 'Claim the cycle', 'do.dead': 'Mark dead stones', 'do.request.proof': 'Ask for proof games', 'do.request.further': 'Play a further resolution',
  'do.request.dispute': 'Dispute: play on', 'do.undo': 'Take back', 'do.resign': 'Resign', 'do.resign.sure': 'Really resign?', 'do.accept': 'Accept', 'do.decline': 'Decline', 'do.withdraw': 'Withdraw', 'do.result': 'Propose a result', 'do.rule': 'Referee: rule on the cycle',
  'pending.accepted': 'Accepted by {players}', 'pending.waits': 'Waiting for the others.', 'pending.break': 'You can also break the cycle by playing something else.',
  propose: 'Propose', 'propose.who': 'Who wins', 'propose.wins': '{player} wins', 'propose.margin': 'by', 'propose.ranking': 'Ranking, first to last',
  'dead.how': 'Press every chain that you think is dead.', 'dead.so-far': '{n} stones marked', 'dead.propose': 'Propose these as dead', 'dead.none': 'Propose: nothing is dead', 'dead.marked': '{point}: {n} stones marked as dead', 'dead.unmarked': '{point}: {n} stones no longer marked',
  'act.play': '{player} {point}', 'act.pass': '{player} passes', 'act.resign': '{player} resigns', 'act.claim': '{player} claims the cycle', 'act.accept': '{player} accepts', 'act.decline': '{player} declines',
  'act.request': '{player} asks to play on', 'act.undo': '{player} asks to take back {more}', 'act.dead': '{player} proposes as dead: {more}', 'act.result': '{player} proposes the result {more}', 'act.ranking': '{player} proposes {more}',
  'act.rule': '{player} rules on the cycle', 'act.time': '{player}: time is up for {more}', 'act.forfeit': '{player}: {more} forfeits', 'act.edit': '{player} edits the position: {more}',
  moves: 'Moves', prisoners: 'Prisoners', 'prisoners.place': 'The prisoner place', 'prisoners.supply': 'Stones are played from here.', 'prisoners.refilled': '+{n} refilled', 'prisoners.played': 'just played one',
  'share.seat': 'Link for {player}', 'share.secret': 'Whoever has a link may play that seat. Send it to one person.', 'share.watch': 'Link to watch', 'share.copy': 'Copy', 'share.copied': 'The link is copied.', 'share.by-hand': 'Please copy the link by hand.',
  'share.new': 'New link for {player}', record: 'Record', 'record.judge': 'Judge this game',
  'tab.moves': 'Moves', 'tab.ruling': 'Ruling', 'tab.life': 'Life', 'tab.share': 'Share', 'tab.count': 'Count', 'tab.compare': 'Compare',

  // Points, bans, positions
  'point.legal': 'free', 'point.empty': 'empty', 'ban.ko': 'ko', 'ban.superko': 'superko', 'ban.cyclic': 'repetition', 'ban.suicide': 'suicide', 'ban.occupied': 'occupied',
  'ban.repeats': '{reason}: would bring back the position after move {n}', banned: '{n} points are forbidden', 'position.after': 'After move {n}', 'position.as-text': 'The position as text', 'position.empty': 'The board is empty.',
  trail: 'The trail of positions', 'trail.label': 'The trail of positions', 'trail.strip': 'Positions in order', 'trail.loops': 'A loop leads back to where the same position stood before. Loops so far: {n}', 'trail.none': 'No position has come back yet.', 'trail.again': '{name}, the same as after move {n}', 'trail.passes': 'Passes on this position',
  'step.label': 'Step through', 'step.first': 'To the start', 'step.back': 'One back', 'step.forward': 'One on', 'step.last': 'To the end', 'step.play': 'Play', 'step.pause': 'Pause', 'step.move': 'Move', 'step.step': 'Step',

  // Rulings
  result: 'Result', because: 'Because', 'result.win': '{winner} wins{by} ({ground})', 'result.by': ' by {margin}', 'result.draw': 'A draw ({ground})', 'result.no-result': 'No result ({ground})', 'result.ranking': '{order} ({ground})',
  'short.draw': 'Draw', 'short.no-result': 'No result', 'ground.score': 'by score', 'ground.long-cycle': 'by a long cycle', 'ground.proof-games': 'by the proof games', 'ground.agreement': 'by agreement', 'ground.resignation': 'by resignation',
  'ground.time': 'on time', 'ground.forfeit': 'by forfeit', 'ground.no-scoring-position': 'no scoring position', cycle: 'A cycle of {n} moves, from move {from} to move {to}', 'cycle.passes': 'passed', 'cycle.lost': 'stones lost',
  refused: 'Refused: {player} {point} at move {n}', 'refused.short': 'Refused', 'ruling.open': '{phase}: {player} to move. There is no result yet.', 'ruling.bounds': 'Black’s margin lies between {low} and {high}.',
  recorded: 'The record says {text}:', 'recorded.agrees': 'it agrees.', 'recorded.differs': 'it differs.', 'recorded.open': 'the two cannot be compared.', notes: '{n} notes',
  'clause.open': 'What {clause} says', 'clause.says': 'The rule', 'clause.program': 'What the program does', 'clause.reading': 'Reading', 'clause.source': 'Source', 'clause.case': 'An example', 'clause.open-case': 'Open the case {name}',
  'film.label': 'Scoring positions', 'film.title': 'The scoring cycle: {n} scoring positions', 'film.position': 'Scoring position {n}', 'film.averages': 'Averages, komi included',
  'bracket.label': 'Proof games', 'bracket.title': 'The proof games', 'bracket.game': '{player} proves', 'bracket.waiting': 'not begun', 'bracket.playing': 'being played', 'bracket.achieved': 'achieved', 'bracket.failed': 'failed', 'bracket.length': '{n} acts, {phases} of 2 phases',
  'bracket.base': 'Base game', 'bracket.final': 'Outcome', 'bracket.open': 'open', 'bracket.rule': 'If exactly one player achieves the goal, that player wins. Otherwise the base game’s result stands.',
  'status.alive': 'proven alive', 'status.not-alive': 'proven not alive', 'status.unproven': 'unproven',
  'life.press': 'Press to play the proof.', 'life.unproven': 'Neither was proved within the budget.', 'life.opened': 'The proof for {point}, {n} moves', 'life.board': 'Proof for the chain at {point}', 'life.chain': 'The chain at {point}: {status}',
  'life.start': 'The opponent moves first.', 'life.no-line': 'It needs no play: the shape itself shows it.', 'life.nodes': '{n} positions were looked at.', 'life.back': 'Back to the map', 'life.how': 'Press a chain, here or on the board, to play its proof.', 'life.stones': '{n} stones',

  // Judging records
  intake: 'A record', 'intake.drop': 'Drop an SGF or TOML record here', 'intake.choose': 'Choose a file', 'intake.paste': 'or paste it', 'intake.judge': 'Judge it', 'intake.pasted': 'Pasted record', 'intake.examples': 'Or look at:',
  'example.triple-ko': 'A triple ko', 'example.kee': 'Cyclic scoring', 'example.japanese': 'Life and death', 'example.proofs': 'Proof games',
  'judge.rules': 'Judge under', 'judge.as-recorded': 'as recorded: {rules}', 'judge.dead': 'Agreed dead stones', 'judge.again': 'Judge', 'judge.done': 'There is a result.', 'judge.read': '{n} acts were read.', 'judge.board': 'Board, {phase}, after move {n}',
  'compare.label': 'The record under every ruleset', 'compare.how': 'The same record under every ruleset. Where a ruleset refuses a move, it rules on the final position instead.', 'compare.rules': 'Rules', 'compare.board': 'Board', 'compare.ruling': 'Ruling', 'compare.margin': 'Margin', 'compare.banned': 'Forbidden', 'compare.refused': 'refuses {point} at move {n}', 'compare.back': 'Back to the ruling',
  'count.start': 'The play has ended', 'count.removal': 'Dead stones come off', 'count.territory': 'The territories', 'count.fill': 'Prisoners go in', 'count.arrange': 'Rectangles', 'count.count': 'The count', 'count.beside': '{n} beside the board', 'count.same': 'The difference stays the same in every step.', 'count.needs': 'Counting needs a finished game under Japanese rules, or agreed dead stones.',

  // Case book, solver, rules
  'casebook.about': 'Annotated positions, each with what every rule says about it. They are tests of the program too: none of them can be wrong without being noticed.', 'casebook.search': 'Search by topic, ruleset or clause', 'casebook.cases': '{n} cases', 'casebook.none': 'No page fits.', 'casebook.judge': 'Open in the judge', 'casebook.block': 'As it is written in the book',
  'group.area': 'Area rules', 'group.general': 'General', 'group.japanese-1989': 'Japanese 1989', 'group.kee': 'Kee Rules', 'group.lasker-maas': 'Lasker-Maas', 'group.long-cycle': 'The long-cycle rule',
  'solve.about': 'Best play on small boards, exactly: what every legal move is worth under the ruleset you choose.', 'solve.to-move': 'To move', 'solve.edit': 'Set up stones', 'solve.editing': 'Setting up: press a point for black, white, empty', 'solve.board': 'Board {board}, A1 to {corner}', 'solve.reset': 'Empty board', 'solve.result': 'Values',
  'solve.value': 'Black’s margin under best play: {value}', 'solve.win': 'Black wins under best play', 'solve.draw': 'A draw under best play', 'solve.loss': 'White wins under best play', 'solve.bounds': 'Black’s margin lies between {low} and {high}', 'solve.exact': 'proved', 'solve.limit': 'stopped: {limit}', 'solve.nodes': '{n} positions', 'solve.line': 'A line of best play', 'solve.how': 'Numbers are Black’s margin after the move. Press one to play it.', 'solve.point': '{point}: {value}', 'solve.table': 'Every legal move', 'solve.w': 'B', 'solve.l': 'W',
  'solve.tone.best': 'best', 'solve.tone.worse': 'worse', 'solve.tone.bad': 'loses', 'solve.tone.unknown': 'unknown',
  'rules.options': 'Options and readings', 'rules.clauses': 'Its clauses', 'rules.value': 'The ruleset as a value', 'rules.toml': 'This text can be changed and loaded.',
};
