//! Media types by file ending. Browsers refuse modules and streamed wasm that come with another one.

use std::path::Path;

/// The `Content-Type` of a file.
pub(crate) fn of(path: &Path) -> &'static str {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    match ending.as_str() {
        "html" | "htm" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "csv" => "text/csv; charset=utf-8",
        "txt" | "md" | "ts" => "text/plain; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::of;
    use std::path::Path;

    #[test]
    fn what_browsers_insist_on() {
        for (name, expected) in [
            ("a/ratelab_bg.wasm", "application/wasm"),
            ("define.js", "text/javascript; charset=utf-8"),
            ("x.mjs", "text/javascript; charset=utf-8"),
            ("index.HTML", "text/html; charset=utf-8"),
            ("style.css", "text/css; charset=utf-8"),
            ("lesson.json", "application/json; charset=utf-8"),
            ("icon.svg", "image/svg+xml"),
            ("bn.woff2", "font/woff2"),
            ("LICENSE", "application/octet-stream"),
        ] {
            assert_eq!(of(Path::new(name)), expected, "{name}");
        }
    }
}
