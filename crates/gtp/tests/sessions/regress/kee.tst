# Two points under Kee Rules: the worked game, to its end in a draw.
shinpan-rules kee
rectangular_boardsize 2 1
komi 0
play b a1
play w b1
20 shinpan-banned
#? [A1 K-13 cyclic 1]
30 gogui-rules_legal_moves
#? [pass]
play b pass
40 gogui-rules_legal_moves
#? [pass]
play w pass
50 shinpan-legal
#? [A1]
play b a1
play w pass
play b pass
play w b1
60 shinpan-phase
#? [main]
play b pass
70 shinpan-phase
#? [ended]
80 final_score
#? [0]
90 gogui-rules_legal_moves
#? []
100 gogui-rules_final_result
#? [a draw \[K-20\]]
