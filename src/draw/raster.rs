//! SVG as PNG.

use super::sheet::{LARGEST, SCALE};
use resvg::{tiny_skia, usvg};
use std::sync::Arc;

/// A picture as it was read, with a font for its letters.
pub(super) fn tree(svg: &str) -> Result<usvg::Tree, String> {
    let mut options = usvg::Options { font_family: "Hack".into(), ..usvg::Options::default() };
    let fonts = Arc::make_mut(&mut options.fontdb);
    fonts.load_font_data(epaint_default_fonts::HACK_REGULAR.to_vec());
    fonts.set_monospace_family("Hack");
    usvg::Tree::from_str(svg, &options).map_err(|e| e.to_string())
}

/// `exact`: a pixel for every point, for the picture has the size that was asked for.
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
