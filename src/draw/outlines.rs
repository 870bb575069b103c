//! Text in pictures as outlines of one bundled font. A picture looks the same everywhere, and the program needs no text
//! shaper for all scripts of the world, which would be larger than everything that draws pictures.

use resvg::usvg::roxmltree::{Document, Node};
use std::fmt::Write;
use ttf_parser::{Face, OutlineBuilder};

/// Bold letters are regular ones with a line around them, as wide as this part of their size.
const BOLD: f32 = 0.05;

/// The picture with every text as a path.
pub(super) fn with_outlines(svg: &str) -> Result<String, String> {
    let face = Face::parse(epaint_default_fonts::HACK_REGULAR, 0).map_err(|e| e.to_string())?;
    let document = Document::parse(svg).map_err(|e| e.to_string())?;
    let (mut out, mut from) = (String::with_capacity(2 * svg.len()), 0);
    for node in document.descendants().filter(|n| n.has_tag_name("text")) {
        let range = node.range();
        out += &svg[from..range.start];
        out += &outlined(&face, node);
        from = range.end;
    }
    Ok(out + &svg[from..])
}

/// A text as a path.
fn outlined(face: &Face<'_>, text: Node<'_, '_>) -> String {
    let size = inherited(text, "font-size").and_then(|s| s.parse().ok()).unwrap_or(12.0_f32);
    let number = |name| text.attribute(name).and_then(|x| x.parse().ok()).unwrap_or(0.0_f32);
    let words: String = text.descendants().filter_map(|n| n.is_text().then(|| n.text()).flatten()).collect();
    let scale = size / f32::from(face.units_per_em());
    let mut line = Line { path: String::new(), x: 0.0, y: number("y"), scale };
    let glyphs: Vec<_> =
        words.trim_matches(['\n', ' ']).chars().map(|c| face.glyph_index(c).unwrap_or_default()).collect();
    let advance = |g| scale * f32::from(face.glyph_hor_advance(g).unwrap_or(face.units_per_em()));
    let width: f32 = glyphs.iter().map(|g| advance(*g)).sum();
    line.x = number("x")
        - match inherited(text, "text-anchor") {
            Some("middle") => width / 2.0,
            Some("end") => width,
            _ => 0.0,
        };
    for glyph in glyphs {
        face.outline_glyph(glyph, &mut line);
        line.x += advance(glyph);
    }
    let mut path = format!("<path d=\"{}\"", line.path);
    for name in ["fill", "fill-opacity", "opacity", "transform"] {
        if let Some(value) = text.attribute(name) {
            let _ = write!(path, " {name}=\"{value}\"");
        }
    }
    if inherited(text, "font-weight") == Some("bold") {
        let fill = inherited(text, "fill").unwrap_or("black");
        let _ = write!(path, " stroke=\"{fill}\" stroke-width=\"{}\"", BOLD * size);
    }
    path + "/>"
}

/// An attribute of an element, or of the nearest around it that has it.
fn inherited<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.ancestors().find_map(|n| n.attribute(name))
}

/// The outlines of letters, as the data of a path.
struct Line {
    path: String,
    x: f32,
    y: f32,
    scale: f32,
}

impl Line {
    fn put(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (x, y) in points {
            // Letters are on their line; pictures count downwards.
            let _ = write!(self.path, "{:.2} {:.2} ", self.x + x * self.scale, self.y - y * self.scale);
        }
    }
}

impl OutlineBuilder for Line {
    fn move_to(&mut self, x: f32, y: f32) {
        self.put('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.put('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.put('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.put('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}
