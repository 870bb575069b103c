/**
 * fairgame for editors. `grammar/fairgame.pest` is what the program reads; this is the same language with a node for
 * everything an editor wants to colour, fold or select. `cargo test -p tree-sitter-fairgame` compares the two on every
 * text of the repository and on texts that are broken at random.
 */

// The words no name may be: `KEYWORDS` in src/syntax/token.rs, which a test compares.
const RESERVED = [
  "use", "let", "game", "loopy", "graph", "show", "table", "period", "play", "expect", "quotient", "sparse", "compare",
  "move", "ends", "splits", "same", "starts", "picture", "decreases", "wins",
  "where", "for", "in", "to", "if", "then", "else", "and", "or", "not",
  "xor", "mod", "union", "common", "minus", "flip", "with", "without", "true", "false", "nothing",
  "from", "is", "under", "set", "bag", "list", "map", "of", "nat", "int", "bool", "text", "cell", "position",
];

// Those of them that are also what a player does: they may label a move.
const VERBS = [
  "play", "show", "use", "table", "compare", "list", "bag", "flip", "set", "map", "common", "minus", "union", "cell",
];

// How tightly operators bind, loosest first.
const BIND = {
  if: 0, or: 1, and: 2, not: 3, compare: 4, set: 5, range: 6, xor: 7, sum: 8, product: 9, prefix: 10, power: 11,
};

// Signs that are pasted are the signs they look like.
const minus = () => alias(token(choice("-", "−", "–", "—", "‐", "‑", "‒", "﹣", "－")), "-");
const star = () => alias(token(choice("*", "×", "·", "⋅", "∗")), "*");
const slash = () => alias(token(choice("/", "÷")), "/");
const xor = () => choice("xor", alias("⊕", "xor"));
const isIn = () => choice("in", alias("∈", "in"));
const dots = () => alias(token(choice("..", "...", "…", "‥")), "..");
const dotsLess = () => alias(token(choice("..<", "...<", "…<")), "..<");
const arrow = () => alias(token(choice("->", "→")), "->");

const commaSep1 = (rule) => seq(rule, repeat(seq(",", rule)));

// Infix operators with numbers on both sides; `self` is what stands there.
const arithmetic = ($, self) => [
  prec.left(BIND.xor, seq(field("left", self), field("operator", xor()), field("right", self))),
  prec.left(BIND.sum, seq(field("left", self), field("operator", choice("+", minus())), field("right", self))),
  prec.left(
    BIND.product,
    seq(field("left", self), field("operator", choice(star(), slash(), "mod")), field("right", self)),
  ),
  prec.right(BIND.power, seq(field("left", self), field("operator", "^"), field("right", self))),
  // `2 ** 3` and `6 /* 2` are not two signs in a row: what cannot stand here is read whole, and then refused.
  prec.left(BIND.product, seq(field("left", self), $._foreign, $._never)),
];

const prefixed = (operand) =>
  choice(
    prec(BIND.prefix, seq(field("operator", minus()), field("operand", operand))),
    prec(BIND.prefix, seq(field("operator", star()), field("operand", operand))),
    prec(BIND.not, seq(field("operator", "not"), field("operand", operand))),
  );

// `or`, `and`, and the operators of sets.
const logic = ($, side) => [
  prec.left(BIND.or, seq(field("left", side), field("operator", "or"), field("right", side))),
  prec.left(BIND.and, seq(field("left", side), field("operator", "and"), field("right", side))),
  prec.left(
    BIND.set,
    seq(
      field("left", side),
      field("operator", choice("with", "without", "union", "common", "minus", "flip")),
      field("right", side),
    ),
  ),
];

// The signs of comparisons, all but `in`.
const orders = () => [
  "==",
  alias(token(choice("!=", "≠")), "!="),
  "<",
  alias(token(choice("<=", "≤", "⩽")), "<="),
  ">",
  alias(token(choice(">=", "≥", "⩾")), ">="),
];

module.exports = grammar({
  name: "fairgame",

  extras: ($) => [/[\p{White_Space}\u200B-\u200F\u2060\uFEFF\u00AD]+/, $.comment],

  word: ($) => $.identifier,

  reserved: { global: (_) => RESERVED },

  supertypes: ($) => [$.expression, $.type, $.statement, $.clause],

  conflicts: ($) => [
    // `(a ...` in a header: a type, or a number that a range begins with.
    [$.type_name, $._finite],
    [$.builtin_type, $.endless_type],
    [$._bound, $._not_a_range],
    [$._primary, $._bound],
  ],

  rules: {
    source_file: ($) => repeat($._item),

    _item: ($) => choice($.use_item, $.let_item, $.game_item, $.graph_item, $.statement),

    comment: (_) => /#[^\n\r]*/,

    // ---- definitions

    use_item: ($) => seq("use", field("module", $.string)),

    let_item: ($) =>
      seq("let", field("name", $._name), optional(field("parameters", $.parameters)), "=", field("value", $.expression)),

    game_item: ($) =>
      seq(
        optional("loopy"),
        "game",
        field("name", $._name),
        field("parameters", alias($._some_parameters, $.parameters)),
        field("body", $.clauses),
      ),
    clauses: ($) => repeat1($.clause),

    graph_item: ($) => seq("graph", field("name", $._name), field("body", $.graph_lines)),
    graph_lines: ($) => repeat1($.graph_line),
    graph_line: ($) => seq("from", field("from", $.vertex), "to", choice($.nothing, commaSep1(field("to", $.vertex)))),
    vertex: ($) => choice($._name, $.number),

    parameters: ($) => seq("(", optional(commaSep1($.parameter)), ")"),
    _some_parameters: ($) => seq("(", commaSep1($.parameter), ")"),
    parameter: ($) => seq(field("name", $._name), ":", field("type", $.type)),

    // ---- clauses of a game

    clause: ($) =>
      choice(
        $.move_clause,
        $.ends_clause,
        $.wins_clause,
        $.splits_clause,
        $.same_clause,
        $.starts_clause,
        $.picture_clause,
        $.decreases_clause,
      ),

    move_clause: ($) =>
      seq(
        optional(field("owner", choice("left", "right"))),
        "move",
        field("label", $.label),
        optional(field("binders", $.move_binders)),
        optional($.guard),
        "to",
        field("target", $.expression),
      ),
    move_binders: ($) => seq("(", $._binders, ")"),
    label: ($) => choice($._name, ...VERBS),
    ends_clause: ($) => seq("ends", "when", field("condition", $.expression)),
    wins_clause: ($) => seq("wins", "when", field("condition", $.expression)),
    splits_clause: ($) => seq("splits", "into", field("target", $.expression), optional($.for_tail)),
    same_clause: ($) => seq("same", "as", commaSep1(field("target", $.expression))),
    starts_clause: ($) => seq("starts", field("target", $.expression)),
    picture_clause: ($) => seq("picture", field("text", $.expression)),
    decreases_clause: ($) => seq("decreases", field("measure", $.expression)),

    // ---- statements

    statement: ($) =>
      choice(
        $.show_statement,
        $.table_statement,
        $.period_statement,
        $.play_statement,
        $.expect_statement,
        $.quotient_statement,
        $.sparse_statement,
        $.compare_statement,
        $.functions_statement,
      ),

    show_statement: ($) => seq("show", $.expression, optional($.under)),
    table_statement: ($) =>
      seq(
        "table",
        optional($.only),
        commaSep1($.expression),
        choice(seq($.for_tail, optional($.under)), seq($.under, $.for_tail)),
      ),
    only: ($) => seq(field("outcome", $._name), "of"),
    period_statement: ($) => seq("period", $.expression, $._running),
    play_statement: ($) =>
      seq("play", $.expression, optional($.under), optional(seq(":", commaSep1($.step), optional($.under)))),
    step: ($) =>
      seq(field("label", $.label), optional(field("arguments", alias($._plain_arguments, $.arguments))), optional(seq(isIn(), $.expression))),
    expect_statement: ($) =>
      seq(
        "expect",
        $.expression,
        optional($.verdict),
        optional(choice(seq($.for_tail, optional($.under)), seq($.under, optional($.for_tail)))),
      ),
    verdict: ($) => seq("is", $.expression),
    quotient_statement: ($) => seq("quotient", $.expression, optional($._running)),
    sparse_statement: ($) => seq("sparse", $.expression, $._running),
    compare_statement: ($) => seq("compare", $.expression, ",", $.expression, optional($.for_tail)),
    functions_statement: ($) => seq("grundy", "functions", "of", $.expression),

    _running: ($) => seq("for", field("name", $._name), optional(seq(isIn(), field("source", $.expression)))),
    under: ($) => seq("under", field("rule", $._name)),

    // ---- binders

    for_tail: ($) => seq("for", $._binders),
    _binders: ($) => commaSep1($.binder),
    binder: ($) =>
      seq(
        choice(
          seq(field("name", $._name), isIn(), field("source", $.expression)),
          seq(field("names", $.name_tuple), isIn(), field("source", $.expression)),
          seq(field("name", $._name), "=", field("value", $.expression)),
        ),
        optional($.guard),
      ),
    name_tuple: ($) => seq("(", commaSep1(field("name", $._name)), ")"),
    guard: ($) => seq("where", field("condition", $.expression)),

    // ---- expressions

    expression: ($) => choice($._not_a_range, $.range),

    _primary: ($) => choice($._finite, $.endless_type),

    // No range of a type begins or ends with `nat`.
    _finite: ($) =>
      choice(
        $.number,
        $.string,
        $.boolean,
        $.nothing,
        $.impartial_position,
        $._name,
        $.call,
        $.parenthesized,
        $.tuple,
        $.set,
        $.list,
        $.index,
        $.field,
      ),

    unary_expression: ($) => prefixed($.expression),

    binary_expression: ($) =>
      choice(...logic($, $.expression), ...arithmetic($, $.expression)),

    comparison: ($) =>
      prec.left(
        BIND.compare,
        seq(
          field("left", $.expression),
          field(
            "operator",
            choice(
              ...orders(),
              isIn(),
              seq("not", isIn()),
              alias("∉", "not in"),
            ),
          ),
          field("right", $.expression),
        ),
      ),

    // A range has one beginning and one end.
    range: ($) =>
      choice(
        prec.left(
          BIND.range,
          seq(field("from", $._not_a_range), choice(dots(), dotsLess()), field("to", $._not_a_range)),
        ),
        prec.left(BIND.range, seq(field("from", $._not_a_range), dots())),
      ),
    _not_a_range: ($) =>
      choice($._primary, $.unary_expression, $.binary_expression, $.comparison, $.if_expression, $.let_expression),

    if_expression: ($) =>
      prec.right(
        BIND.if,
        seq(
          "if",
          field("condition", $.expression),
          "then",
          field("then", $.expression),
          "else",
          field("else", $.expression),
        ),
      ),

    let_expression: ($) =>
      prec.right(
        BIND.if,
        seq("let", field("name", $._name), "=", field("value", $._held), "in", field("body", $.expression)),
      ),

    // What a local name stands for: an expression in which `in` is not the sign of a comparison.
    _held: ($) =>
      choice(
        $._primary,
        $.let_expression,
        alias($._held_if, $.if_expression),
        alias($._held_unary, $.unary_expression),
        alias($._held_binary, $.binary_expression),
        alias($._held_comparison, $.comparison),
        alias($._held_range, $.range),
      ),
    _held_if: ($) =>
      prec.right(
        BIND.if,
        seq(
          "if",
          field("condition", $.expression),
          "then",
          field("then", $.expression),
          "else",
          field("else", $._held),
        ),
      ),
    _held_unary: ($) => prefixed($._held),
    _held_binary: ($) => choice(...logic($, $._held), ...arithmetic($, $._held)),
    _held_comparison: ($) =>
      prec.left(
        BIND.compare,
        seq(field("left", $._held), field("operator", choice(...orders())), field("right", $._held)),
      ),
    _held_range: ($) =>
      choice(
        prec.left(BIND.range, seq(field("from", $._held), choice(dots(), dotsLess()), field("to", $._held))),
        prec.left(BIND.range, seq(field("from", $._held), dots())),
      ),

    call: ($) =>
      choice(
        seq(field("function", choice($._name, alias("bag", $.constructor))), field("arguments", $.arguments)),
        seq(field("function", alias("map", $.constructor)), field("arguments", alias($._map_arguments, $.arguments))),
      ),
    arguments: ($) => seq("(", optional($._elements), ")"),
    _plain_arguments: ($) => seq("(", optional(commaSep1($.expression)), ")"),
    _map_arguments: ($) =>
      seq("(", optional(seq($._argument, choice(optional($.for_tail), repeat1(seq(",", $._argument))))), ")"),
    _argument: ($) => choice($.expression, $.entry),
    entry: ($) => seq(field("key", $.expression), "to", field("value", $.expression)),

    impartial_position: ($) => seq("impartial", choice($.identifier, alias($._named_call, $.call))),
    _named_call: ($) => seq(field("function", $.identifier), field("arguments", $.arguments)),

    parenthesized: ($) => seq("(", $.expression, ")"),
    tuple: ($) => seq("(", $.expression, repeat1(seq(",", $.expression)), ")"),
    set: ($) => seq("{", optional($._elements), "}"),
    list: ($) => seq("[", optional($._elements), "]"),
    _elements: ($) => seq($.expression, choice(optional($.for_tail), repeat1(seq(",", $.expression)))),

    index: ($) => seq(field("of", $._primary), "[", commaSep1($.expression), "]"),
    field: ($) => seq(field("of", $._primary), ".", field("name", alias($._name, $.field_name))),

    // ---- types

    type: ($) =>
      choice(
        $.builtin_type,
        $.collection_type,
        $.map_type,
        $.enumeration,
        $.range_type,
        $.tuple_type,
        $.function_type,
        $.type_name,
      ),

    builtin_type: (_) => choice("nat", "int", "bool", "text", "cell", "drawing", "position"),
    collection_type: ($) => seq(choice("set", "bag", "list"), "of", field("element", $.type)),
    map_type: ($) => seq("map", "of", field("key", $.type), "to", field("value", $.type)),
    enumeration: ($) => seq($.case, repeat1(seq("|", $.case))),
    case: ($) => $._name,
    type_name: ($) => $._name,
    tuple_type: ($) => seq("(", commaSep1($.type), ")"),
    function_type: ($) => seq("(", commaSep1($.type), ")", arrow(), field("result", $.type)),
    range_type: ($) =>
      prec.left(BIND.range, seq(field("from", $._bound), choice(dots(), dotsLess()), optional(field("to", $._bound)))),

    _bound: ($) =>
      choice(
        $._finite,
        $.if_expression,
        alias($._bound_unary, $.unary_expression),
        alias($._bound_binary, $.binary_expression),
      ),
    _bound_unary: ($) => prefixed($._bound),
    _bound_binary: ($) => choice(...arithmetic($, $._bound)),

    // ---- words and signs

    // `impartial` is a name wherever no position follows it, `left` and `right` where no move does.
    _name: ($) =>
      choice($.identifier, ...["impartial", "left", "right"].map((word) => prec(20, alias(word, $.identifier)))),
    identifier: (_) => new RustRegex("[\\p{XID_Start}_][\\p{XID_Continue}--\\u{B7}]*'*"),
    number: ($) => choice(/[0-9]+/, seq($._bad_number, $._never)),
    boolean: (_) => choice("true", "false"),
    nothing: (_) => "nothing",
    endless_type: (_) => choice("nat", "int"),

    string: ($) =>
      choice(
        seq('"', repeat(choice(alias($._straight, $.string_content), $.escape)), token.immediate('"')),
        seq(
          alias(token(choice("“", "”", "„", "‟")), '"'),
          repeat(choice(alias($._curly, $.string_content), $.escape)),
          alias(token.immediate(choice('"', "“", "”", "‟")), '"'),
        ),
      ),
    _straight: (_) => token.immediate(prec(1, /[^"\\]+/)),
    _curly: (_) => token.immediate(prec(1, /[^"“”‟\\]+/)),
    escape: (_) => token.immediate(/\\["\\n]/),

    _bad_number: (_) => new RustRegex("[0-9]+[\\p{XID_Continue}--0-9\\u{B7}][\\p{XID_Continue}--\\u{B7}]*"),
    _foreign: (_) => token(choice("**", "/*")),
    // A character that no text may have.
    _never: (_) => /\uFFFF/,
  },
});
