//! A link as a QR code: for a projector, and for the terminal.

use super::NoLink;
use qrcode::render::svg::Color;
use qrcode::render::unicode::Dense1x2;
use qrcode::types::QrError;
use qrcode::{EcLevel, QrCode};

/// A QR code, drawn.
pub struct Picture {
    /// As SVG.
    pub svg: String,
    /// As lines of half blocks, light on dark.
    pub text: String,
    /// The number of columns of these lines.
    pub columns: usize,
}

/// Draws an address as a QR code.
///
/// # Errors
/// If it is too long for one.
pub fn picture(address: &str) -> Result<Picture, NoLink> {
    let code = QrCode::with_error_correction_level(address, EcLevel::L).map_err(|e| match e {
        QrError::DataTooLong => {
            NoLink::new(format!("a QR code holds up to 2953 characters, and this has {}", address.len()))
        }
        e => NoLink::new(e.to_string()),
    })?;
    let svg = code.render::<Color<'_>>().min_dimensions(480, 480).build();
    let text = code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build();
    Ok(Picture { svg, columns: code.width() + 8, text })
}
