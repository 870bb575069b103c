; Clauses stand to the right of their game.
[(clauses) (graph_lines)] @indent.begin
[(parameters) (move_binders) (arguments) (set) (list) (tuple) (parenthesized)] @indent.begin
[")" "]" "}"] @indent.branch @indent.end
