# A game under Lasker-Maas: two phases, a position that may not come back, a count.
# The answers are regular expressions; `!` before one says that it must not match.
shinpan-rules lasker-maas
boardsize 3
komi 0.5
10 shinpan-phase
#? [main]
play b b2
play w a2
play b b1
play w b3
play b pass
20 shinpan-phase
#? [main]
play w pass
30 shinpan-phase
#? [resolution]
40 gogui-rules_side_to_move
#? [black]
60 gogui-rules_captured_count
#? [1 1]
play b a1
70 shinpan-banned
#? [!LM-4]
play w c3
90 shinpan-explain LM-5
#? [LM-5: (.|\n)*Lasker-Maas(.|\n)*]
