//! SVG as PDF, for papers: the paths of the picture as they are, letters among them.

use super::raster::tree;
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref};
use resvg::usvg::{Group, Node, Paint, Path, tiny_skia_path::PathSegment};
use std::collections::BTreeMap;

/// Points of a PDF for one of a picture: 72 to the inch against 96.
const SCALE: f32 = 0.75;

pub(super) fn pdf(svg: &str) -> Result<Vec<u8>, String> {
    let tree = tree(svg)?;
    let (width, height) = (tree.size().width() * SCALE, tree.size().height() * SCALE);
    let mut page = Page { content: Content::new(), faint: BTreeMap::new() };
    // In a PDF the origin is the lower left corner.
    page.content.transform([SCALE, 0.0, 0.0, -SCALE, 0.0, height]);
    page.group(tree.root(), 1.0);
    let [catalog, pages, sheet, drawn] = [1, 2, 3, 4].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([sheet]).count(1);
    let mut one = pdf.page(sheet);
    one.media_box(Rect::new(0.0, 0.0, width, height)).parent(pages).contents(drawn);
    let mut resources = one.resources();
    let mut states = resources.ext_g_states();
    for (percent, name) in &page.faint {
        let share = f32::from(*percent) / 100.0;
        let state = states.insert(Name(name.as_bytes()));
        state
            .start::<pdf_writer::writers::ExtGraphicsState>()
            .non_stroking_alpha(share)
            .stroking_alpha(share);
    }
    states.finish();
    resources.finish();
    one.finish();
    pdf.stream(drawn, &page.content.finish());
    Ok(pdf.finish())
}

struct Page {
    content: Content,
    /// The opacities in use, in hundredths, and their names.
    faint: BTreeMap<u8, String>,
}

impl Page {
    fn group(&mut self, group: &Group, opacity: f32) {
        let opacity = opacity * group.opacity().get();
        for node in group.children() {
            match node {
                Node::Group(inner) => self.group(inner, opacity),
                Node::Text(text) => self.group(text.flattened(), opacity),
                Node::Path(path) if path.is_visible() => self.path(path, opacity),
                Node::Path(_) | Node::Image(_) => {}
            }
        }
    }

    fn path(&mut self, path: &Path, opacity: f32) {
        if let Some(fill) = path.fill() {
            self.begin(path, opacity * fill.opacity().get());
            let [red, green, blue] = rgb(fill.paint());
            self.content.set_fill_rgb(red, green, blue);
            self.outline(path);
            self.content.fill_nonzero();
            self.content.restore_state();
        }
        if let Some(stroke) = path.stroke() {
            self.begin(path, opacity * stroke.opacity().get());
            let [red, green, blue] = rgb(stroke.paint());
            self.content.set_stroke_rgb(red, green, blue).set_line_width(stroke.width().get());
            if let Some(dashes) = stroke.dasharray() {
                self.content.set_dash_pattern(dashes.iter().copied(), stroke.dashoffset());
            }
            self.outline(path);
            self.content.stroke();
            self.content.restore_state();
        }
    }

    fn begin(&mut self, path: &Path, opacity: f32) {
        self.content.save_state();
        let t = path.abs_transform();
        self.content.transform([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty]);
        let percent = (opacity * 100.0).round().clamp(0.0, 100.0) as u8;
        if percent < 100 {
            let name = self.faint.entry(percent).or_insert_with(|| format!("o{percent}"));
            self.content.set_parameters(Name(name.as_bytes()));
        }
    }

    fn outline(&mut self, path: &Path) {
        let mut here = (0.0, 0.0);
        for segment in path.data().segments() {
            match segment {
                PathSegment::MoveTo(p) => {
                    self.content.move_to(p.x, p.y);
                    here = (p.x, p.y);
                }
                PathSegment::LineTo(p) => {
                    self.content.line_to(p.x, p.y);
                    here = (p.x, p.y);
                }
                // The same curve with two points that pull it.
                PathSegment::QuadTo(c, p) => {
                    let near = |a: f32, b: f32| a + (b - a) * 2.0 / 3.0;
                    let (a, b) = ((near(here.0, c.x), near(here.1, c.y)), (near(p.x, c.x), near(p.y, c.y)));
                    self.content.cubic_to(a.0, a.1, b.0, b.1, p.x, p.y);
                    here = (p.x, p.y);
                }
                PathSegment::CubicTo(a, b, p) => {
                    self.content.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y);
                    here = (p.x, p.y);
                }
                PathSegment::Close => {
                    self.content.close_path();
                }
            }
        }
    }
}

/// Our pictures have plain colours only.
fn rgb(paint: &Paint) -> [f32; 3] {
    match paint {
        Paint::Color(c) => [c.red, c.green, c.blue].map(|part| f32::from(part) / 255.0),
        _ => [0.5; 3],
    }
}
