//! A scene on a canvas.

use core::f64::consts::TAU;

use wasm_bindgen::prelude::*;
use web_sys::CanvasRenderingContext2d;

use crate::chart::brush::{Brush, crisp, crisp_line, paint};
use crate::chart::scale::{index, push_whole};
use crate::chart::scene::{Align, Point, Role, Scene};

// The calls that web-sys declares as throwing are declared again: a handler for each would come along, and none of these
// throws with the numbers it is given. The rest is web-sys's own.
#[wasm_bindgen]
extern "C" {
    /// The context of a canvas, typed for TypeScript.
    #[wasm_bindgen(extends = CanvasRenderingContext2d, typescript_type = "CanvasRenderingContext2D")]
    pub type Context;
    /// CSS colours in the order of the roles, typed for TypeScript.
    #[wasm_bindgen(typescript_type = "string[]")]
    pub type Colours;
    type Matrix;

    #[wasm_bindgen(method, indexing_getter)]
    fn get(this: &Colours, role: u32) -> JsValue;
    #[wasm_bindgen(method, getter)]
    fn a(this: &Matrix) -> f64;

    #[wasm_bindgen(method, js_name = getTransform)]
    fn transform(this: &Context) -> Matrix;
    #[wasm_bindgen(method, js_name = arcTo)]
    fn corner_to(this: &Context, x: f64, y: f64, next_x: f64, next_y: f64, radius: f64);
    #[wasm_bindgen(method, js_name = arc)]
    fn turn(this: &Context, x: f64, y: f64, radius: f64, from: f64, to: f64);
    #[wasm_bindgen(method, js_name = fillText)]
    fn write(this: &Context, text: &str, x: f64, y: f64);
    #[wasm_bindgen(method, js_name = setLineDash)]
    fn set_dashes(this: &Context, dashes: &JsValue);
    #[wasm_bindgen(method, setter, js_name = fillStyle)]
    fn set_fill(this: &Context, colour: &JsValue);
    #[wasm_bindgen(method, setter, js_name = strokeStyle)]
    fn set_stroke(this: &Context, colour: &JsValue);
}

/// Clears the scene's area and paints the scene. The context is already scaled to the device's pixels; colours are CSS
/// colours in the order of [`Role`], `font` a CSS list of families.
pub(super) fn play(context: &Context, scene: &Scene, colours: &Colours, font: &str) {
    // The scale from our pixels to the device's, as the page has set it.
    let ratio = context.transform().a();
    let ratio = if ratio > 0.0 { ratio } else { 1.0 };
    let mut canvas = Canvas { context, colours, font, ratio, look: (0, false), role: None, alpha: f64::NAN };
    context.save();
    context.clear_rect(0.0, 0.0, scene.width, scene.height);
    context.set_line_join("round");
    context.set_line_cap("round");
    paint(scene, &mut canvas);
    context.restore();
}

struct Canvas<'a> {
    context: &'a Context,
    colours: &'a Colours,
    font: &'a str,
    ratio: f64,
    /// The font's size and weight, the colour and the opacity that are set: setting them again costs more than to
    /// compare.
    look: (usize, bool),
    role: Option<Role>,
    alpha: f64,
}

impl Canvas<'_> {
    #[inline(never)]
    fn colour(&mut self, role: Role, opacity: f64) {
        if self.role != Some(role) {
            let colour = self.colours.get(role as u32);
            self.context.set_fill(&colour);
            self.context.set_stroke(&colour);
            self.role = Some(role);
        }
        if self.alpha.total_cmp(&opacity).is_ne() {
            self.context.set_global_alpha(opacity);
            self.alpha = opacity;
        }
    }

    #[inline(never)]
    fn dash(&self, dashed: bool) {
        let dashes = js_sys::Array::new();
        if dashed {
            dashes.push(&4.into());
        }
        self.context.set_dashes(&dashes);
    }

    #[inline(never)]
    fn path(&self, points: &[Point]) {
        self.context.begin_path();
        // The first line to a point of a new path only moves there.
        for (x, y) in points {
            self.context.line_to(*x, *y);
        }
    }
}

impl Brush for Canvas<'_> {
    fn line(&mut self, points: &[Point], role: Role, opacity: f64, width: f64, dashed: bool) {
        self.colour(role, opacity);
        self.context.set_line_width(width);
        let moved = crisp_line(points, width, self.ratio);
        self.path(moved.as_ref().map_or(points, |ends| ends));
        if dashed {
            self.dash(true);
        }
        self.context.stroke();
        if dashed {
            self.dash(false);
        }
    }

    fn area(&mut self, points: &[Point], role: Role, opacity: f64) {
        self.colour(role, opacity);
        self.path(points);
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
        let mut corner = (right, top);
        for next in [(right, bottom), (left, bottom), (left, top), (right, top)] {
            self.context.corner_to(corner.0, corner.1, next.0, next.1, radius);
            corner = next;
        }
        self.context.fill();
    }

    fn disc(&mut self, (x, y): Point, radius: f64, role: Role, opacity: f64, ring: f64) {
        self.colour(role, opacity);
        self.context.begin_path();
        // A negative radius would throw.
        self.context.turn(x, y, radius.max(0.0), 0.0, TAU);
        if ring > 0.0 {
            self.context.set_line_width(ring);
            self.context.stroke();
        } else {
            self.context.fill();
        }
    }

    fn text(&mut self, (x, y): Point, text: &str, role: Role, size: f64, bold: bool, align: Align) {
        let look = (index(size, 99), bold);
        if self.look != look {
            let mut font = String::from(if bold { "600 " } else { "" });
            push_whole(&mut font, look.0 as u64);
            font.push_str("px ");
            font.push_str(self.font);
            self.context.set_font(&font);
            self.look = look;
        }
        self.colour(role, 1.0);
        self.context.set_text_align(match align {
            Align::Start => "left",
            Align::Middle => "center",
            Align::End => "right",
        });
        self.context.write(text, x, y);
    }
}
