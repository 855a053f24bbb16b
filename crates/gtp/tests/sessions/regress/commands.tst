# Every command that the other files do not ask for.
10 protocol_version
#? [2]
20 name
#? [Shinpan]
30 version
#? [\d+\.\d+\.\d+]
40 known_command genmove
#? [true]
50 known_command no-such
#? [false]
60 list_commands
#? [(.|\n)*\ngenmove\n(.|\n)*]
gogui-interrupt
# Boards, handicaps and positions.
rectangular_boardsize 5 4
70 gogui-rules_board_size
#? [5 4]
80 gogui-rules_game_id
#? [Go \(chinese\)]
boardsize 9
komi 6.5
90 get_komi
#? [6\.5]
100 fixed_handicap 4
#? [C3 G7 C7 G3]
clear_board
110 place_free_handicap 2
#? [[A-J][1-9] [A-J][1-9]]
clear_board
set_free_handicap c3 g7 g3
120 gogui-rules_side_to_move
#? [white]
boardsize 5
clear_board
set_position b a1 b b1 w c1 w d1
130 showboard
#? [(.|\n)*1 X X O O \. 1\n(.|\n)*]
clear_board
gogui-setup b c3 w d4
gogui-setup_player w
140 gogui-rules_side_to_move
#? [white]
gogui-play_sequence w c4 b b4
150 shinpan-acts
#? [(.|\n)*W resign\n(.|\n)*]
160 printsgf
#? [\(;FF\[4\](.|\n)*AB\[cc\]AW\[db\]PL\[W\];W\[cb\]\n?;B\[bb\]\)]
undo
170 printsgf
#? [(.|\n)*PL\[W\];W\[cb\]\)]
180 gogui-rules_captured_count
#? [0 0]
# Time, and moves of the player.
time_settings 60 30 5
kgs-time_settings byoyomi 60 30 5
kata-time_settings fischer 60 5
time_left b 30 2
190 reg_genmove b
#? [[A-E][1-5]|pass]
200 gogui-rules_side_to_move
#? [black]
210 genmove b
#? [[A-E][1-5]|pass]
220 gogui-rules_side_to_move
#? [white]
# Rulesets by KataGo's names and by ours; parameters.
kata-set-rules japanese
230 kata-get-rules
#? [.*"ko":"SIMPLE","scoring":"TERRITORY".*"tax":"SEKI".*]
kata-set-rules tromp-taylor
kata-set-rule suicide false
240 kata-get-rules
#? [.*"ko":"POSITIONAL","scoring":"AREA","suicide":false.*]
kgs-rules chinese
250 shinpan-rules
#? [\{"id":"chinese".*\}]
kata-set-param playouts 40
260 kata-get-param playouts
#? [40]
shinpan-param solver_nodes 1000
270 shinpan-param
#? [\[string\] playouts 40\n\[string\] solver_nodes 1000\n(.|\n)*]
280 gogui-analyze_commands
#? [(.|\n)*gfx/Bans, Last Move and Phase/shinpan-gfx\n(.|\n)*]
# A game that is over and analysed.
shinpan-rules japanese-1989
rectangular_boardsize 7 2
clear_board
komi 0
gogui-setup b b2 b d2 b e2 b a1 b b1 b c1 b d1 w f2 w e1 w f1
play b pass
play w pass
290 shinpan-life
#? ["" alive "" alive alive dead ""\nalive alive alive alive dead dead ""]
300 shinpan-why f2
#? [.*the game is over \[G-3\]]
310 shinpan-explain J-5
#? [J-5: independently alive\n(.|\n)*]
320 shinpan-territory
#? [black "" black "" "" black black\n"" "" "" "" black black black]
330 shinpan-ownership
#? [1\.00 (.|\n)*]
340 shinpan-gfx
#? [BLACK A2 C2 F2 G2 E1 F1 G1\nTEXT black wins \(B\+10\) \[J-8\]]
350 gogui-rules_board
#? [\. X \. X X O \.\nX X X X O O \.]
360 gogui-rules_board_gfx
#? [BLACK A2 (.|\n)*]
370 final_score
#? [B\+10]
380 final_status_list dead
#? [F2 E1 F1]
390 final_status_list alive
#? [B2 D2 E2 A1 B1 C1 D1]
400 shinpan-ruling
#? [\{"rules":"japanese-1989","phase":"analysis",.*"code":"alive-chains","with":\{"alive":1,"all":2\}.*]
410 shinpan-events
#? [\{"event":0,(.|\n)*"act":"W pass",.*"ended_by":"J-1"\}]
# Further play is asked for, and a cycle is ruled on.
shinpan-rules aga
boardsize 5
clear_board
play b c3
play w pass
play b pass
# White's last pass, which he owes, ends nothing and asks for nothing.
play w pass
415 shinpan-phase
#? [ended]
420 shinpan-request b
#? [.*"act":"B request".*A-13.*]
clear_board
shinpan-rules long-cycle-1, cycles=claim
rectangular_boardsize 7 6
gogui-setup w a6 w b6 w c6 w d6 w e6 w f6 w g6 w a5 b b5 w c5 w e5 w g5 b a4 b c4 w d4 b e4 w f4 b g4 b a3 b b3 b c3 b d3 b e3 b f3 b g3 w a2 w b2 w c2 w d2 w e2 w f2 w g2
gogui-play_sequence b d5 w b4 b f5 w d4 b b5 w f4
play b d5
430 shinpan-rule
#? [.*"act":"referee rule".*"ended_by":"LC-5".*]
