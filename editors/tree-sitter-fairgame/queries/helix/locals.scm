; Where names are defined, and how far they are known.
[(let_item) (game_item) (move_clause) (splits_clause) (arguments (for_tail)) (set (for_tail)) (list (for_tail))
 (table_statement) (expect_statement) (compare_statement) (period_statement) (sparse_statement) (quotient_statement)] @local.scope

(game_item name: (identifier) @local.definition.type)
(graph_item name: (identifier) @local.definition.type)
(let_item name: (identifier) @local.definition.function)
(parameter name: (identifier) @local.definition.variable.parameter)
(binder name: (identifier) @local.definition.variable.parameter)
(name_tuple name: (identifier) @local.definition.variable.parameter)
(period_statement name: (identifier) @local.definition.variable.parameter)
(sparse_statement name: (identifier) @local.definition.variable.parameter)
(quotient_statement name: (identifier) @local.definition.variable.parameter)

(identifier) @local.reference
