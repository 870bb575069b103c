; Clauses stand to the right of their game.
[(game_item) (graph_item) (parameters) (arguments) (set) (list) (tuple) (parenthesized)] @indent
[")" "]" "}"] @outdent
