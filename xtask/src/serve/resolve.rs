//! From the target of a request to a file inside the served folder, and never to one outside it.

use std::path::{Path, PathBuf};

/// What a request's target stands for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// This file.
    File(PathBuf),
    /// A folder named without its last slash: relative links need it, so the browser is sent to this address.
    Redirect(String),
    /// Nothing that may be served.
    Nothing,
}

/// Resolves `/path?query` under `root`, which must be canonical. A folder stands for its `index.html`.
pub(crate) fn resolve(root: &Path, target: &str) -> Found {
    let (path, query) = match target.find(['?', '#']) {
        Some(at) => target.split_at(at),
        None => (target, ""),
    };
    let Some(decoded) = percent_decode(path) else { return Found::Nothing };
    if !decoded.starts_with('/') || decoded.contains(['\0', '\\', ':']) {
        return Found::Nothing;
    }
    let parts: Vec<&str> = decoded.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    // Also keeps `.git`-like files private.
    if parts.iter().any(|part| part.starts_with('.')) {
        return Found::Nothing;
    }
    let joined = parts.iter().fold(root.to_path_buf(), |path, part| path.join(part));
    // Follows symbolic links, so that one which leads out is seen.
    let Ok(real) = joined.canonicalize() else { return Found::Nothing };
    if !real.starts_with(root) {
        return Found::Nothing;
    }
    if real.is_file() {
        return if decoded.ends_with('/') { Found::Nothing } else { Found::File(real) };
    }
    let index = real.join("index.html");
    match index.is_file() {
        true if decoded.ends_with('/') => Found::File(index),
        true => Found::Redirect(format!("/{}/{query}", path.trim_matches('/'))),
        false => Found::Nothing,
    }
}

/// Undoes percent-encoding; nothing when a sequence is broken or the result is not UTF-8.
fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        if first == b'%' {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                return None;
            }
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = after.get(2..)?;
        } else {
            bytes.push(first);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::{Found, resolve};
    use std::fs;
    use std::path::{Path, PathBuf};

    /// A folder with a page, a subfolder with a page, an odd name, and a file next to it that must stay out of reach.
    fn site(name: &str) -> PathBuf {
        let outer = std::env::temp_dir().join(format!("ratelab-serve-{}-{name}", std::process::id()));
        let root = outer.join("www");
        fs::create_dir_all(root.join("sub")).expect("temporary folder");
        for (file, text) in [
            ("www/index.html", "i"),
            ("www/sub/index.html", "s"),
            ("www/a b.js", "a"),
            ("www/.hidden", "h"),
            ("secret", "x"),
        ] {
            fs::write(outer.join(file), text).expect("temporary file");
        }
        root.canonicalize().expect("it was just made")
    }

    fn file(root: &Path, name: &str) -> Found {
        Found::File(root.join(name))
    }

    #[test]
    fn folders_queries_and_encoded_names() {
        let root = site("names");
        assert_eq!(resolve(&root, "/"), file(&root, "index.html"));
        assert_eq!(resolve(&root, "/?step=3"), file(&root, "index.html"));
        assert_eq!(resolve(&root, "/index.html#k"), file(&root, "index.html"));
        assert_eq!(resolve(&root, "/sub/"), file(&root, "sub/index.html"));
        assert_eq!(resolve(&root, "/sub?x=1"), Found::Redirect("/sub/?x=1".to_owned()));
        assert_eq!(resolve(&root, "//sub"), Found::Redirect("/sub/".to_owned()));
        assert_eq!(resolve(&root, "/a%20b.js?v=1"), file(&root, "a b.js"));
    }

    #[test]
    fn nothing_outside_the_folder() {
        let root = site("escape");
        for target in [
            "/../secret",
            "/%2e%2e/secret",
            "/sub/../../secret",
            "/..%2fsecret",
            "/..\\secret",
            "/%5c..%5csecret",
            "/.hidden",
            "/%00",
            "/%",
            "/%zz",
            "/%+1",
            "secret",
            "",
            "/none",
            "/index.html/",
            "//etc/passwd",
            "/C:/x",
            "/%ff",
        ] {
            assert_eq!(resolve(&root, target), Found::Nothing, "{target}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_out_is_not_followed() {
        let root = site("link");
        let link = root.join("out");
        if !link.exists() {
            std::os::unix::fs::symlink("../secret", &link).expect("temporary link");
        }
        assert_eq!(resolve(&root, "/out"), Found::Nothing);
    }
}
