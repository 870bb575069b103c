; Colours for Zed. Where two patterns fit, the later one counts.

(identifier) @variable

; Definitions
(game_item name: (identifier) @type)
(graph_item name: (identifier) @type)
(let_item name: (identifier) @constant)
(let_item name: (identifier) @function parameters: (parameters))
(parameter name: (identifier) @variable.parameter)
(binder name: (identifier) @variable.parameter)
(name_tuple name: (identifier) @variable.parameter)
(period_statement name: (identifier) @variable.parameter)
(sparse_statement name: (identifier) @variable.parameter)
(quotient_statement name: (identifier) @variable.parameter)
(label) @label
(label (identifier) @label)
(vertex) @constant
(vertex (identifier) @constant)

; Uses
(call function: (identifier) @function)
((call function: (identifier) @type)
 (#match? @type "^[A-Z]"))
(call function: (constructor) @constructor)
(impartial_position (identifier) @type)
(field name: (field_name) @property)

((call function: (identifier) @function.builtin)
 (#any-of? @function.builtin "ray" "join" "connected" "drawing" "curves" "remoteness" "grundy_functions" "misere_value" "genus" "abs" "min" "max" "sum" "nimtimes" "niminverse" "nimpower" "nimsqrt" "nimsum" "size" "least" "largest" "indices" "put" "sort" "reverse" "letters" "board" "touching" "islands" "turned" "mirrored" "shifted" "repeat" "lands" "lives" "iterate" "mex" "value" "outcome" "moves" "options" "winning" "boolean_value" "bmex" "shortest" "longest" "plays" "odd_plays" "even_plays" "impartial" "tame"))

; Types and values
[(builtin_type) (endless_type)] @type.builtin
(type_name (identifier) @type)
(case (identifier) @constant)
((identifier) @constant.builtin
 (#any-of? @constant.builtin "P" "N" "draw" "Left" "Right" "Left_if_first" "Left_if_second" "Right_if_first" "Right_if_second"))
(only outcome: (identifier) @constant.builtin)
(under rule: (identifier) @constant.builtin)
(number) @number
(boolean) @boolean
(nothing) @constant.builtin
(string) @string
(escape) @string.escape
(comment) @comment

; Words
["use"] @keyword
["let" "game" "graph" "move" "ends" "when" "wins" "splits" "into" "same" "as" "starts" "picture" "decreases" "from" "to" "where" "of"] @keyword
["loopy" "left" "right" "impartial"] @keyword
["show" "table" "period" "play" "expect" "quotient" "sparse" "compare" "grundy" "functions" "is" "under"] @keyword
["if" "then" "else"] @keyword
"for" @keyword
["and" "or" "not" "in" "xor" "mod" "with" "without" "union" "common" "minus" "flip"] @keyword
(collection_type ["set" "bag" "list"] @type.builtin)
(map_type "map" @type.builtin)
(label ["play" "show" "use" "table" "compare" "list" "bag" "flip" "set" "map" "common" "minus" "union" "cell"] @label)

; Signs
["+" "-" "*" "/" "^" "==" "!=" "<" "<=" ">" ">=" ".." "..<" "=" "->" "|" "not in"] @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," ":" "."] @punctuation.delimiter
