# What is said at a table: proposals, answers, taking back, resignation.
shinpan-rules aga
boardsize 5
komi 7.5
play b c3
10 shinpan-act W undo
#? [\{"event":2,"act":"W undo","moves":1,.*"accepted":\["white"\]\}\}]
20 shinpan-pending
#? [W undo 1]
30 shinpan-act B accept
#? [.*"taken_back":1.*]
40 gogui-rules_side_to_move
#? [black]
play b c3
play w pass
play b pass
50 final_score
#? [B\+17\.5]
60 shinpan-acts
#? [(.|\n)*W request(.|\n)*]
70 shinpan-act W request
#? [.*A-13.*the play goes on, white to move.*]
play w b2
play b pass
play w pass
80 shinpan-act W dead b2
#? [.*]
90 shinpan-act B accept
#? [.*"ended_by":"A-11".*]
100 final_score
#? [B\+17\.5]
