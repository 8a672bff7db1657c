//! The page and its files, compressed for clients that read that.

use super::answer::{self, Answer};
use crate::web::assets::{Asset, Files, HTML};
use hyper::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, HeaderMap, HeaderValue, VARY,
};

/// Whether an address is that of the page.
pub fn is_page(path: &str) -> bool {
    ["/", "/index.html"].contains(&path)
}

/// The page, with the token by which its requests are known.
pub fn page(token: &str, headers: &HeaderMap) -> Answer {
    let page = Files::compiled_in().page(token);
    packed_or_plain(&Asset::new("index.html", HTML, page), headers)
}

/// The file at an address.
pub fn file(path: &str, headers: &HeaderMap) -> Option<Answer> {
    let (folder, name) = path.strip_prefix('/')?.split_once('/')?;
    let files = Files::compiled_in();
    if folder != files.folder {
        return None;
    }
    let asset = files.assets.iter().find(|asset| asset.name == name)?;
    let mut answer = packed_or_plain(asset, headers);
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    answer.headers_mut().insert(CACHE_CONTROL, forever);
    Some(answer)
}

/// Compressed content for a client that reads it, unless compression has failed.
fn packed_or_plain(asset: &Asset, headers: &HeaderMap) -> Answer {
    let reads = headers.get_all(ACCEPT_ENCODING).iter().any(reads_gzip);
    let packs = reads && !asset.packed.is_empty();
    let content = if packs { &asset.packed } else { &asset.content };
    let mut answer = answer::whole(asset.kind, content.clone());
    let headers = answer.headers_mut();
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if packs {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    answer
}

/// Whether a client that accepts these encodings reads gzip.
fn reads_gzip(accepted: &HeaderValue) -> bool {
    let accepted = accepted.to_str().unwrap_or_default();
    accepted.split(',').any(|one| {
        let (name, quality) = one.split_once(';').unwrap_or((one, "q=1"));
        let refused = quality.trim().strip_prefix("q=").map(str::parse) == Some(Ok(0.0));
        name.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compression_is_for_those_who_accept_it() {
        let cases = [
            ("gzip, deflate, br", true),
            ("br;q=1.0, GZIP;q=0.8", true),
            ("gzip;q=0", false),
            ("gzip; q=0.0, br", false),
            ("deflate", false),
            ("", false),
        ];
        for (accepted, expected) in cases {
            let accepted = HeaderValue::from_static(accepted);
            assert_eq!(reads_gzip(&accepted), expected, "{accepted:?}");
        }
    }
}
