//! A scene as a standalone SVG file.

use super::brush::{Brush, crisp_line, paint};
use super::scale::push_fixed;
use super::scene::{Align, Point, Role, Scene};

/// Writes a scene as SVG: colours in the order of [`Role`] (black for those that are missing), `font` a CSS list of families.
#[must_use]
pub fn svg(scene: &Scene, title: &str, colours: &[String], font: &str) -> String {
    let mut writer = Writer { out: String::new(), colours };
    writer.out.push_str("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 ");
    writer.number(scene.width);
    writer.out.push(' ');
    writer.number(scene.height);
    writer.out.push('"');
    writer.attribute("width", scene.width);
    writer.attribute("height", scene.height);
    writer.out.push_str(" font-family=\"");
    writer.escaped(font);
    writer.out.push_str("\" style=\"font-variant-numeric:tabular-nums\"><title>");
    writer.escaped(title);
    writer.out.push_str("</title>");
    writer.rectangle([0.0, 0.0, scene.width, scene.height], 0.0, Role::Paper, 1.0);
    paint(scene, &mut writer);
    writer.out.push_str("</svg>\n");
    writer.out
}

struct Writer<'a> {
    out: String,
    colours: &'a [String],
}

impl Writer<'_> {
    fn number(&mut self, value: f64) {
        push_fixed(&mut self.out, value, 2);
    }

    fn attribute(&mut self, name: &str, value: f64) {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        self.number(value);
        self.out.push('"');
    }

    /// Text for content or for a quoted attribute; characters that XML forbids are left out.
    fn escaped(&mut self, text: &str) {
        for letter in text.chars() {
            match letter {
                '&' => self.out.push_str("&amp;"),
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '"' => self.out.push_str("&quot;"),
                '\t' | '\n' | '\r' => self.out.push(' '),
                '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
                _ => self.out.push(letter),
            }
        }
    }

    fn colour(&mut self, name: &str, role: Role, opacity: f64) {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        let colours = self.colours;
        self.escaped(colours.get(role as usize).map_or("#000", String::as_str));
        self.out.push('"');
        if opacity < 1.0 {
            self.out.push(' ');
            self.out.push_str(name);
            self.out.push_str("-opacity=\"");
            push_fixed(&mut self.out, opacity, 3);
            self.out.push('"');
        }
    }

    fn points(&mut self, points: &[Point]) {
        self.out.push_str(" points=\"");
        for (at, (x, y)) in points.iter().enumerate() {
            if at > 0 {
                self.out.push(' ');
            }
            self.number(*x);
            self.out.push(',');
            self.number(*y);
        }
        self.out.push('"');
    }
}

impl Brush for Writer<'_> {
    fn line(&mut self, points: &[Point], role: Role, opacity: f64, width: f64, dashed: bool) {
        self.out.push_str("<polyline fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"");
        self.colour("stroke", role, opacity);
        self.attribute("stroke-width", width);
        if dashed {
            self.out.push_str(" stroke-dasharray=\"4 4\"");
        }
        let moved = crisp_line(points, width, 1.0);
        self.points(moved.as_ref().map_or(points, |ends| ends));
        self.out.push_str("/>");
    }

    fn area(&mut self, points: &[Point], role: Role, opacity: f64) {
        self.out.push_str("<polygon");
        self.colour("fill", role, opacity);
        self.points(points);
        self.out.push_str("/>");
    }

    fn rectangle(&mut self, [left, top, width, height]: [f64; 4], radius: f64, role: Role, opacity: f64) {
        self.out.push_str("<rect");
        self.attribute("x", left);
        self.attribute("y", top);
        self.attribute("width", width);
        self.attribute("height", height);
        if radius > 0.0 {
            self.attribute("rx", radius);
        }
        self.colour("fill", role, opacity);
        self.out.push_str("/>");
    }

    fn disc(&mut self, (x, y): Point, radius: f64, role: Role, opacity: f64, ring: f64) {
        self.out.push_str("<circle");
        self.attribute("cx", x);
        self.attribute("cy", y);
        self.attribute("r", radius);
        if ring > 0.0 {
            self.out.push_str(" fill=\"none\"");
            self.colour("stroke", role, opacity);
            self.attribute("stroke-width", ring);
        } else {
            self.colour("fill", role, opacity);
        }
        self.out.push_str("/>");
    }

    fn text(&mut self, (x, y): Point, text: &str, role: Role, size: f64, bold: bool, align: Align) {
        self.out.push_str("<text");
        self.attribute("x", x);
        self.attribute("y", y);
        self.attribute("font-size", size);
        if bold {
            self.out.push_str(" font-weight=\"600\"");
        }
        self.out.push_str(match align {
            Align::Start => "",
            Align::Middle => " text-anchor=\"middle\"",
            Align::End => " text-anchor=\"end\"",
        });
        self.colour("fill", role, 1.0);
        self.out.push('>');
        self.escaped(text);
        self.out.push_str("</text>");
    }
}
