//! Words of the language in other languages: `zeige Nim(3)`, `montrer Nim(3)`, `k aus 1..n`, `where` as `wo` or `donde`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[translated];

/// What begins an item, in German, French, Spanish, Italian, Portuguese, Dutch and Russian.
fn beginning(word: &str) -> Option<&'static str> {
    Some(match word {
        "zeige" | "zeig" | "montre" | "montrer" | "montrez" | "affiche" | "afficher" | "mostrar"
        | "muestra" | "mostra" | "mostre" | "toon" | "показать" | "покажи" => "show",
        "tabelle" | "tableau" | "tabla" | "tabella" | "tabela" | "tabel" | "таблица" => "table",
        "erwarte" | "behaupte" | "attendre" | "espera" | "esperar" | "aspetta" | "espere" | "verwacht"
        | "ожидать" => "expect",
        "spiele" | "jouer" | "joue" | "jugar" | "juega" | "gioca" | "jogar" | "speel" | "играть" => {
            "play"
        }
        "periode" | "période" | "periodo" | "período" | "период" => "period",
        "sei" | "soit" | "sea" | "sia" | "seja" | "stel" | "пусть" => "let",
        "benutze" | "verwende" | "utiliser" | "usar" | "usa" | "gebruik" => "use",
        _ => return None,
    })
}

/// What stands between two parts.
fn joining(word: &str) -> Option<&'static str> {
    Some(match word {
        "wo" | "wobei" | "falls" | "wenn" | "où" | "donde" | "dove" | "onde" | "waar" | "где" => "where",
        "nach" | "zu" | "vers" | "hacia" | "verso" | "naar" | "para" => "to",
        "aus" | "dans" | "en" | "uit" | "из" => "in",
        "für" | "pour" | "por" | "voor" | "для" => "for",
        "ist" | "est" | "es" | "è" | "é" | "есть" => "is",
        "und" | "et" | "y" | "и" => "and",
        "oder" | "ou" | "или" => "or",
        "ohne" | "sans" | "sin" | "senza" | "sem" | "zonder" | "без" => "without",
        "mit" | "avec" | "con" | "com" | "met" => "with",
        "sonst" | "sinon" | "altrimenti" | "senão" | "anders" | "иначе" => "else",
        "dann" | "alors" | "entonces" | "allora" | "então" | "тогда" => "then",
        _ => return None,
    })
}

/// The words that are meant, where no name of the text can stand.
fn own(p: &Phrase, i: usize) -> Option<&'static str> {
    let word = p.w(i).to_lowercase();
    if i == 0 {
        return beginning(&word).filter(|_| p.view.starts_operand(1) && !matches!(p.w(1), "(" | "["));
    }
    let between = p.view.ends_operand(i - 1) && p.view.starts_operand(i + 1) && p.is_name(i);
    let apart = between && !p.view.first_on_line(i) && !matches!(p.w(i + 1), "(" | "[");
    joining(&word).filter(|_| apart)
}

/// `zeige Nim(n) für n aus 0..5`: all such words of the item
fn translated(p: &Phrase) -> Option<Diagnostic> {
    let all: Vec<(usize, &str)> = (0..p.len()).filter_map(|i| Some((i, own(p, i)?))).collect();
    let &(first, word) = all.first()?;
    let found =
        p.error("foreign-word", format!("`{}` is not a word of this language", p.w(first)), p.span(first));
    Some(all.into_iter().fold(found.hint(meant(word)), |d, (i, word)| d.replace(p.span(i), word)))
}
