; A game is a class, a move and a definition are functions.
(game_item body: (_) @class.inside) @class.around
(graph_item body: (_) @class.inside) @class.around
(move_clause target: (_) @function.inside) @function.around
(let_item value: (_) @function.inside) @function.around
(parameter) @parameter.around
(binder) @parameter.around
(comment)+ @comment.around
