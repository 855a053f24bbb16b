# Claims, agreement and disputes by commands of their own.
shinpan-rules lasker-maas
boardsize 3
komi 0
play b b2
play w a1
play b pass
play w pass
10 shinpan-phase
#? [resolution]
20 shinpan-propose b dead a1
#? [.*"act":"B dead A1".*"pending".*]
30 shinpan-dispute w
#? [.*"act":"W decline".*]
40 shinpan-phase
#? [resolution]
50 shinpan-agree w dead a1
#? [.*"act":"W dead A1".*"pending".*]
60 shinpan-agree b dead a1
#? [.*"act":"B dead A1".*"ended_by":"LM-9".*]
70 final_score
#? [B\+9]
# A dispute resumes play where the rules say so.
shinpan-rules aga
clear_board
play b b2
play w a1
play b pass
play w pass
80 final_status_list seki
#? []
90 shinpan-propose b dead a1
#? [.*]
100 shinpan-dispute w
#? [.*"act":"W decline".*\n.*"act":"W request".*"to_move":"black".*]
110 gogui-rules_side_to_move
#? [black]
# Results, resignation and cycles.
clear_board
120 shinpan-propose w result W+2
#? [.*"act":"W result W\+2".*]
130 shinpan-agree b
#? [.*"ended_by":"G-6".*]
140 final_score
#? [W\+2]
clear_board
150 shinpan-resign b
#? [.*"ground":"resignation".*]
160 final_score
#? [W\+R]
# A cycle is claimed, and claimed again after it was broken by a move.
shinpan-rules long-cycle-1, cycles=claim
rectangular_boardsize 7 6
gogui-setup w a6 w b6 w c6 w d6 w e6 w f6 w g6 w a5 b b5 w c5 w e5 w g5 b a4 b c4 w d4 b e4 w f4 b g4 b a3 b b3 b c3 b d3 b e3 b f3 b g3 w a2 w b2 w c2 w d2 w e2 w f2 w g2
gogui-play_sequence b d5 w b4 b f5 w d4 b b5 w f4
170 shinpan-banned
#? [F5 LC-4 ko 5\nB4 LM-2 suicide]
play b d5
180 shinpan-claim w
#? [.*white claims the cycle of moves 2 to 7.*]
190 shinpan-pending
#? [W claim]
200 shinpan-agree b
#? [.*"ended_by":"LC-5".*]
210 gogui-rules_final_result
#? [a draw \[LC-5\]]
220 final_score
#? [0]
