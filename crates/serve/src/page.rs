//! The page: files that are in the program.

use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::error::ApiError;

/// Everything below `page/`. Without optimisation it is read from there at each request.
#[derive(RustEmbed)]
#[folder = "page"]
struct Files;

/// The file of a path; for any other path, of which the page makes something itself, the page.
pub(crate) async fn page(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::wrong_method(request.method()).into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let known = request.headers().get(header::IF_NONE_MATCH);
    // A path whose last part has a dot is a file's: the page makes nothing of it.
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let name = if is_file { path } else { "index.html" };
    let Some(file) = Files::get(name) else {
        return ApiError::not_found("there is no such file").into_response();
    };
    let tag = data_encoding::BASE64URL_NOPAD.encode(&file.metadata.sha256_hash()[..12]);
    let tag = HeaderValue::try_from(format!("\"{tag}\"")).ok();
    // Files are asked for anew each time, and sent only if they have changed: there is nothing to
    // clear after an update.
    let cache = HeaderValue::from_static("no-cache");
    let mut response = match (&tag, known) {
        (Some(tag), Some(known)) if tag == known => StatusCode::NOT_MODIFIED.into_response(),
        _ => {
            let kind = HeaderValue::try_from(file.metadata.mimetype());
            let mut response = file.data.into_owned().into_response();
            if let Ok(kind) = kind {
                response.headers_mut().insert(header::CONTENT_TYPE, kind);
            }
            response
        }
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, cache);
    headers.extend(tag.map(|tag| (header::ETAG, tag)));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_page_names_is_there() {
        let mut named = Vec::new();
        for name in Files::iter() {
            let (marks, end): (&[&str], char) = match name.rsplit('.').next() {
                Some("css") => (&["url('"], '\''),
                Some("html") => (&["href=\"", "src=\""], '"'),
                _ => continue,
            };
            let text = String::from_utf8(Files::get(&name).unwrap().data.into_owned()).unwrap();
            for mark in marks {
                let found = text.split(mark).skip(1).filter_map(|rest| rest.split(end).next());
                named.extend(found.map(|file| file.trim_start_matches("../").to_owned()));
            }
        }
        assert!(named.iter().any(|file| file == "assets/wood.jpg"), "{named:?}");
        // A part of the page itself is no file.
        for file in named.iter().filter(|file| !file.starts_with('#')) {
            assert!(Files::get(file.trim_start_matches('/')).is_some(), "{file}");
        }
    }
}
