; What a file defines and asks.
(game_item "game" @context name: (identifier) @name) @item
(graph_item "graph" @context name: (identifier) @name) @item
(let_item "let" @context name: (identifier) @name) @item
(move_clause "move" @context label: (label) @name) @item
