; A game, a graph and a definition that takes more than a line can be folded.
[(game_item) (graph_item) (let_item) (move_clause) (table_statement) (expect_statement) (set) (list) (arguments)] @fold
(comment)+ @fold
