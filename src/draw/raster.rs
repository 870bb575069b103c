//! SVG as PNG.

use super::outlines::with_outlines;
use super::sheet::{LARGEST, SCALE};
use resvg::{tiny_skia, usvg};

/// A picture as it was read, with outlines for its letters.
pub(super) fn tree(svg: &str) -> Result<usvg::Tree, String> {
    usvg::Tree::from_str(&with_outlines(svg)?, &usvg::Options::default()).map_err(|e| e.to_string())
}

/// `exact`: a pixel for every point, since the picture has the size that was asked for.
pub(super) fn png(svg: &str, exact: bool) -> Result<Vec<u8>, String> {
    let tree = tree(svg)?;
    let size = tree.size();
    let largest = size.width().max(size.height());
    let scale = if exact { 1.0 } else { (SCALE as f32).min(LARGEST as f32 / largest) };
    let pixels = |points: f32| (points * scale).round().max(1.0) as u32;
    let mut map =
        tiny_skia::Pixmap::new(pixels(size.width()), pixels(size.height())).ok_or("it is too large")?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut map.as_mut());
    map.encode_png().map_err(|e| e.to_string())
}
