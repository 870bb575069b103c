//! Pictures: graphs of moves and plots of values, as SVG, PNG, DOT, and in block characters.

mod arrows;
mod blocks;
mod compact;
mod dot;
mod layers;
mod move_graph;
mod plot;
#[cfg(feature = "png")]
mod raster;
mod springs;
mod tree;

pub use blocks::blocks;
pub use dot::dot;
pub use move_graph::graph;
pub use plot::plot;
use svg::Document;
use svg::node::element::{Rectangle, Title};
pub use tree::tree;

/// Colours of a picture. What they say is also said in shapes and letters.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    ground: &'static str,
    ink: &'static str,
    pale: &'static str,
    lost: (&'static str, &'static str),
    won: (&'static str, &'static str),
    other: (&'static str, &'static str),
    shade: &'static str,
    /// From the smallest to the largest value of a heat map.
    heat: [(u8, u8, u8); 4],
}

impl Palette {
    /// For paper and for projectors.
    pub const LIGHT: Palette = Palette {
        ground: "#ffffff",
        ink: "#1c2530",
        pale: "#8a95a3",
        lost: ("#d6e6f5", "#1f5a94"),
        won: ("#fdecd2", "#b3670b"),
        other: ("#eceff3", "#4a5563"),
        shade: "#e9f3e6",
        heat: [(247, 250, 253), (166, 205, 227), (55, 125, 184), (12, 44, 92)],
    };

    /// For dark pages.
    pub const DARK: Palette = Palette {
        ground: "#14181d",
        ink: "#e8edf2",
        pale: "#7f8b99",
        lost: ("#15324f", "#7db8f0"),
        won: ("#4a3212", "#f2b45c"),
        other: ("#242b33", "#b6c0cc"),
        shade: "#1d3323",
        heat: [(24, 29, 36), (30, 72, 112), (70, 140, 190), (205, 232, 247)],
    };
}

/// An empty picture of a size in points, in colours and letters of this house.
fn sheet(palette: &Palette, (width, height): (f64, f64), letters: i64, title: &str) -> Document {
    let (width, height) = (width.ceil() as i64, height.ceil() as i64);
    Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("font-family", "Hack, 'DejaVu Sans Mono', Menlo, Consolas, monospace")
        .set("font-size", letters)
        .set("fill", palette.ink)
        .add(Title::new(title))
        .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", palette.ground))
}

/// An SVG picture as PNG, twice as large in pixels as it is in points.
///
/// # Errors
/// Why it cannot be drawn, in words.
#[cfg(feature = "png")]
pub fn png(svg: &str) -> Result<Vec<u8>, String> {
    raster::png(svg)
}

/// This program was built without PNG.
///
/// # Errors
/// Always.
#[cfg(not(feature = "png"))]
pub fn png(_: &str) -> Result<Vec<u8>, String> {
    Err("this fairgame was built without PNG; --svg works".into())
}
