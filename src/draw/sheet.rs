//! The sheet that a picture is drawn on: its colours, its size, its title.

use crate::layout::{clean, one_line, shorten, width};
use svg::Document;
use svg::node::element::{Line, Rectangle, Text, Title};

/// The width of a character in a fixed font, for a size of 1.
const LETTER: f64 = 0.6025;

/// Pictures are no larger than this in pixels, on either side, unless a size is asked for.
pub(super) const LARGEST: f64 = 4000.0;

/// Pixels for a point where no size is asked for.
pub(super) const SCALE: f64 = 2.0;

/// What a picture should look like.
#[derive(Clone, Debug)]
pub struct Style {
    /// Its colours.
    pub palette: Palette,
    /// What is above it instead of what is drawn.
    pub title: Option<String>,
    /// Its width in pixels, and its height unless that follows.
    pub size: Option<(u32, Option<u32>)>,
    /// The titles of the axes: across, and up.
    pub axes: (Option<String>, Option<String>),
}

impl Style {
    /// A picture of the usual size for light pages or dark ones.
    pub fn usual(dark: bool) -> Style {
        let palette = if dark { Palette::DARK } else { Palette::LIGHT };
        Style { palette, title: None, size: None, axes: (None, None) }
    }
}

/// Colours of a picture. What they say is also said in shapes and letters.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    pub(super) ground: &'static str,
    pub(super) ink: &'static str,
    pub(super) pale: &'static str,
    pub(super) shade: &'static str,
    /// Behind a node, and its line and letters: P, N, Left, Right, anything else.
    pub(super) lost: (&'static str, &'static str),
    pub(super) won: (&'static str, &'static str),
    pub(super) left: (&'static str, &'static str),
    pub(super) right: (&'static str, &'static str),
    pub(super) other: (&'static str, &'static str),
    /// Outcomes as marks and as cells: P, N, draw, then Left and Right: always, if first, if second.
    pub(super) outcomes: [&'static str; 9],
    /// Whatever else there is.
    pub(super) words: [&'static str; 6],
    /// Curves side by side.
    pub(super) curves: [&'static str; 6],
    /// A value of 0 in a heat map, then from the smallest to the largest of the others.
    pub(super) zero: (u8, u8, u8),
    pub(super) heat: [(u8, u8, u8); 4],
}

impl Palette {
    /// For paper and for projectors.
    pub const LIGHT: Palette = Palette {
        ground: "#ffffff",
        ink: "#1c2530",
        pale: "#7d8896",
        shade: "#e6eef7",
        lost: ("#f1e4f6", "#6f2c86"),
        won: ("#e4f4e6", "#1d7a38"),
        left: ("#dfebf8", "#1f5fa8"),
        right: ("#fbe3e0", "#b8302a"),
        other: ("#eceff3", "#4a5563"),
        outcomes: [
            "#7b3294", "#5bb873", "#a3abb5", "#2b6cb8", "#d13b32", "#8fc1ea", "#173f6d", "#f2a59b", "#7d1915",
        ],
        words: ["#e08a00", "#00868b", "#b83280", "#6b705c", "#c9a800", "#5e60ce"],
        curves: ["#1f5fa8", "#d1600a", "#1d8a55", "#a0307a", "#8a6d00", "#4a5563"],
        zero: (123, 50, 148),
        heat: [(226, 242, 224), (150, 208, 153), (60, 150, 84), (8, 66, 32)],
    };

    /// For dark pages.
    pub const DARK: Palette = Palette {
        ground: "#14181d",
        ink: "#e8edf2",
        pale: "#8a96a4",
        shade: "#1e2a3a",
        lost: ("#3a2447", "#d3a6e6"),
        won: ("#173a24", "#7fd79a"),
        left: ("#16304f", "#7db8f0"),
        right: ("#4d1d1c", "#f59a90"),
        other: ("#242b33", "#b6c0cc"),
        outcomes: [
            "#c17fe0", "#3f8f58", "#8a95a2", "#5aa2ec", "#f0685e", "#b5d8f8", "#2b5c98", "#fac0b8", "#a3322b",
        ],
        words: ["#f0a93a", "#3fb8bd", "#e070b0", "#a9ae98", "#e0c840", "#9a9cf0"],
        curves: ["#7db8f0", "#f2a154", "#62cf93", "#e58cc4", "#d9c25a", "#b6c0cc"],
        zero: (193, 127, 224),
        heat: [(30, 66, 46), (48, 118, 76), (96, 182, 124), (206, 244, 214)],
    };

    /// A value's share of the largest one as a colour.
    pub(super) fn shade(&self, share: f64) -> (u8, u8, u8) {
        let at = share.clamp(0.0, 1.0) * (self.heat.len() - 1) as f64;
        let i = (at.floor() as usize).min(self.heat.len() - 2);
        let (a, b, t) = (self.heat[i], self.heat[i + 1], at - i as f64);
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * t).round() as u8;
        (mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
    }
}

/// `#7b3294`
pub(super) fn hex((red, green, blue): (u8, u8, u8)) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The ink that can be read on a colour.
pub(super) fn ink_on(color: &str) -> &'static str {
    let part = |i: usize| color.get(i..i + 2).and_then(|h| u8::from_str_radix(h, 16).ok()).unwrap_or(255);
    let light = 0.3 * f64::from(part(1)) + 0.59 * f64::from(part(3)) + 0.11 * f64::from(part(5));
    if light < 140.0 { "#ffffff" } else { "#10151b" }
}

/// How wide a text is in letters of a size.
pub(super) fn wide(text: &str, letters: f64) -> f64 {
    width(text) as f64 * letters * LETTER
}

/// A text that is no wider than this.
pub(super) fn fitting(text: &str, letters: f64, room: f64) -> String {
    shorten(&one_line(&clean(text)), ((room / letters / LETTER).floor() as usize).max(6))
}

/// The points that a picture of a size in pixels has: letters are read best between these.
pub(super) fn points((width, height): (u32, Option<u32>)) -> (f64, Option<f64>) {
    let scale = pixels_of_a_point(width);
    (f64::from(width) / scale, height.map(|h| f64::from(h) / scale))
}

fn pixels_of_a_point(width: u32) -> f64 {
    let width = f64::from(width);
    SCALE.clamp((width / 1400.0).max(0.1), (width / 480.0).max(0.1).max(width / 1400.0))
}

/// An empty picture of a size in points: as large as it is asked to be, and what is drawn is in its middle.
pub(super) fn sheet(style: &Style, (w, h): (f64, f64), letters: i64, title: &str) -> Document {
    let (w, h) = (w.ceil().max(1.0), h.ceil().max(1.0));
    let (width, height) = match style.size {
        Some((width, height)) => {
            let width = f64::from(width);
            (width, height.map_or((width * h / w).round(), f64::from).max(1.0))
        }
        None => {
            let scale = (LARGEST / SCALE / w.max(h)).min(1.0);
            ((w * scale).floor().max(1.0), (h * scale).floor().max(1.0))
        }
    };
    let scale = (w / width).max(h / height);
    let (across, down) = (width * scale, height * scale);
    let (x, y) = (round((w - across) / 2.0), round((h - down) / 2.0));
    let ground = Rectangle::new()
        .set("x", x - 1.0)
        .set("y", y - 1.0)
        .set("width", round(across) + 2.0)
        .set("height", round(down) + 2.0)
        .set("fill", style.palette.ground);
    Document::new()
        .set("viewBox", (x, y, round(across), round(down)))
        .set("width", width)
        .set("height", height)
        .set("font-family", "Hack, 'DejaVu Sans Mono', Menlo, Consolas, monospace")
        .set("font-size", letters)
        .set("fill", style.palette.ink)
        .add(Title::new(title))
        .add(ground)
}

pub(super) fn text(content: &str, x: f64, y: f64, anchor: &str) -> Text {
    Text::new(content).set("x", round(x)).set("y", round(y)).set("text-anchor", anchor)
}

pub(super) fn line(x1: f64, y1: f64, x2: f64, y2: f64, color: &str) -> Line {
    Line::new()
        .set("x1", round(x1))
        .set("y1", round(y1))
        .set("x2", round(x2))
        .set("y2", round(y2))
        .set("stroke", color)
}

pub(super) fn round(n: f64) -> f64 {
    (n * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_the_size_that_is_asked_for_and_never_a_huge_one() {
        let size = |style: &Style, w, h| {
            let svg = sheet(style, (w, h), 12, "").to_string();
            let of = |name: &str| svg.split_once(&format!(" {name}=\"")).map(|s| s.1.split('"').next());
            (of("width").flatten().map(String::from), of("height").flatten().map(String::from))
        };
        let some = |w: &str, h: &str| (Some(w.to_string()), Some(h.to_string()));
        let mut style = Style::usual(false);
        assert_eq!(size(&style, 900.0, 400.0), some("900", "400"));
        assert_eq!(size(&style, 9000.0, 300.0), some("2000", "66"));
        style.size = Some((5000, Some(700)));
        assert_eq!(size(&style, 900.0, 400.0), some("5000", "700"));
        style.size = Some((450, None));
        assert_eq!(size(&style, 900.0, 400.0), some("450", "200"));
    }

    #[test]
    fn small_pictures_keep_letters_that_can_be_read() {
        assert_eq!(points((960, Some(480))), (480.0, Some(240.0)));
        assert_eq!(points((480, None)).0, 480.0);
        assert_eq!(points((200, None)).0, 480.0);
        assert!((points((8000, None)).0 - 1400.0).abs() < 1.0);
        assert_eq!((ink_on("#7b3294"), ink_on("#c6dcf0")), ("#ffffff", "#10151b"));
    }
}
