; Clauses stand to the right of their game.
[(game_item) (graph_item)] @indent
(_ "(" ")" @end) @indent
(_ "[" "]" @end) @indent
(_ "{" "}" @end) @indent
