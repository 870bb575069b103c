//! Pictures: graphs of moves and plots of values, as SVG, PNG, DOT, TikZ, and in block characters.

mod arrows;
mod axis;
mod blocks;
mod compact;
mod dot;
mod faces;
mod fold;
mod heat;
mod layers;
mod legend;
mod lettered;
mod move_graph;
#[cfg(feature = "png")]
mod outlines;
#[cfg(feature = "png")]
mod pdf;
mod plot;
#[cfg(feature = "png")]
mod raster;
mod sequence;
mod sheet;
mod springs;
mod tikz;
mod tree;
mod words;

pub use blocks::blocks;
pub use dot::dot;
pub use lettered::lettered;
pub use move_graph::graph;
pub use plot::plot;
pub use sheet::{Palette, Style};
pub use tikz::{tikz, tikz_board};
pub use tree::tree;

/// An SVG picture as PNG: of the given size in pixels, or by default twice as large in pixels as in points.
///
/// # Errors
/// The reason why it cannot be drawn, in words.
#[cfg(feature = "png")]
pub fn png(svg: &str, style: &Style) -> Result<Vec<u8>, String> {
    raster::png(svg, style.size.is_some())
}

/// An SVG picture as a page of PDF.
///
/// # Errors
/// The reason why it cannot be drawn, in words.
#[cfg(feature = "png")]
pub fn pdf(svg: &str) -> Result<Vec<u8>, String> {
    pdf::pdf(svg)
}

/// This program was built without PNG.
///
/// # Errors
/// Always.
#[cfg(not(feature = "png"))]
pub fn png(_: &str, _: &Style) -> Result<Vec<u8>, String> {
    Err("this fairgame was built without PNG; --svg works".into())
}

/// This program was built without PDF.
///
/// # Errors
/// Always.
#[cfg(not(feature = "png"))]
pub fn pdf(_: &str) -> Result<Vec<u8>, String> {
    Err("this fairgame was built without PDF; --svg works".into())
}
