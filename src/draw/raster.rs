//! SVG as PNG.

use resvg::{tiny_skia, usvg};
use std::sync::Arc;

/// Pixels for a point.
const SCALE: f32 = 2.0;

/// Pictures larger than this are drawn smaller.
const WIDEST: f32 = 12_000.0;

pub(super) fn png(svg: &str) -> Result<Vec<u8>, String> {
    let mut options = usvg::Options { font_family: "Hack".into(), ..usvg::Options::default() };
    let fonts = Arc::make_mut(&mut options.fontdb);
    fonts.load_font_data(epaint_default_fonts::HACK_REGULAR.to_vec());
    fonts.set_monospace_family("Hack");
    let tree = usvg::Tree::from_str(svg, &options).map_err(|e| e.to_string())?;
    let size = tree.size();
    let scale = SCALE.min(WIDEST / size.width().max(size.height()));
    let pixels = |points: f32| (points * scale).ceil().max(1.0) as u32;
    let mut map =
        tiny_skia::Pixmap::new(pixels(size.width()), pixels(size.height())).ok_or("it is too large")?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut map.as_mut());
    map.encode_png().map_err(|e| e.to_string())
}
