//! A scene on a canvas.

use wasm_bindgen::prelude::*;
use web_sys::CanvasRenderingContext2d;

use crate::chart::brush::{Brush, crisp, crisp_line, paint};
use crate::chart::scale::push_fixed;
use crate::chart::scene::{Align, Point, Role, Scene};

/// Clears the scene's area and paints the scene. The context is already scaled to the device's pixels; colours are CSS
/// colours in the order of [`Role`], `font` a CSS list of families.
pub(super) fn play(context: &CanvasRenderingContext2d, scene: &Scene, colours: &[String], font: &str) {
    // The scale from our pixels to the device's, as the page has set it.
    let ratio = match context.get_transform() {
        Ok(transform) if transform.a() > 0.0 => transform.a(),
        _ => 1.0,
    };
    let mut canvas = Canvas { context, colours, font, ratio, set: String::new(), role: None, alpha: f64::NAN };
    context.save();
    context.clear_rect(0.0, 0.0, scene.width, scene.height);
    context.set_line_join("round");
    context.set_line_cap("round");
    context.set_text_baseline("alphabetic");
    paint(scene, &mut canvas);
    context.restore();
}

struct Canvas<'a> {
    context: &'a CanvasRenderingContext2d,
    colours: &'a [String],
    font: &'a str,
    ratio: f64,
    /// The font that is set, the colour and the opacity: setting them again costs more than to compare.
    set: String,
    role: Option<Role>,
    alpha: f64,
}

impl Canvas<'_> {
    fn colour(&mut self, role: Role, opacity: f64) {
        if self.role != Some(role) {
            let colour = self.colours.get(role as usize).map_or("#000", String::as_str);
            self.context.set_fill_style_str(colour);
            self.context.set_stroke_style_str(colour);
            self.role = Some(role);
        }
        if self.alpha.total_cmp(&opacity).is_ne() {
            self.context.set_global_alpha(opacity);
            self.alpha = opacity;
        }
    }

    fn path(&self, points: &[Point]) {
        self.context.begin_path();
        for (at, (x, y)) in points.iter().enumerate() {
            if at == 0 {
                self.context.move_to(*x, *y);
            } else {
                self.context.line_to(*x, *y);
            }
        }
    }
}

/// Drawing calls that the canvas may refuse (a radius below zero, for one) leave that stroke out.
impl Brush for Canvas<'_> {
    fn line(&mut self, points: &[Point], role: Role, opacity: f64, width: f64, dashed: bool) {
        self.colour(role, opacity);
        self.context.set_line_width(width);
        let moved = crisp_line(points, width, self.ratio);
        self.path(moved.as_ref().map_or(points, |ends| ends));
        if dashed {
            let dashes: JsValue = js_sys::Array::of2(&4.into(), &4.into()).into();
            let _ = self.context.set_line_dash(&dashes);
        }
        self.context.stroke();
        if dashed {
            let _ = self.context.set_line_dash(&js_sys::Array::new());
        }
    }

    fn area(&mut self, points: &[Point], role: Role, opacity: f64) {
        self.colour(role, opacity);
        self.path(points);
        self.context.close_path();
        self.context.fill();
    }

    fn rectangle(&mut self, [left, top, width, height]: [f64; 4], radius: f64, role: Role, opacity: f64) {
        self.colour(role, opacity);
        let (right, bottom) = (left + width, top + height);
        let radius = radius.min(width / 2.0).min(height / 2.0);
        if radius <= 0.0 {
            // Bars side by side stay apart by whole pixels.
            let (left, right) = (crisp(left, 0.0, self.ratio), crisp(right, 0.0, self.ratio));
            self.context.fill_rect(left, top, right - left, height);
            return;
        }
        self.context.begin_path();
        self.context.move_to(left + radius, top);
        let corners = [(right, top), (right, bottom), (left, bottom), (left, top)];
        for (at, (x, y)) in corners.into_iter().enumerate() {
            let (next_x, next_y) = corners[(at + 1) % 4];
            let _ = self.context.arc_to(x, y, next_x, next_y, radius);
        }
        self.context.close_path();
        self.context.fill();
    }

    fn disc(&mut self, (x, y): Point, radius: f64, role: Role, opacity: f64, ring: f64) {
        self.colour(role, opacity);
        self.context.begin_path();
        let _ = self.context.arc(x, y, radius, 0.0, core::f64::consts::TAU);
        if ring > 0.0 {
            self.context.set_line_width(ring);
            self.context.stroke();
        } else {
            self.context.fill();
        }
    }

    fn text(&mut self, (x, y): Point, text: &str, role: Role, size: f64, bold: bool, align: Align) {
        let mut font = String::from(if bold { "600 " } else { "" });
        push_fixed(&mut font, size, 1);
        font.push_str("px ");
        font.push_str(self.font);
        if self.set != font {
            self.context.set_font(&font);
            self.set = font;
        }
        self.colour(role, 1.0);
        self.context.set_text_align(match align {
            Align::Start => "left",
            Align::Middle => "center",
            Align::End => "right",
        });
        let _ = self.context.fill_text(text, x, y);
    }
}
