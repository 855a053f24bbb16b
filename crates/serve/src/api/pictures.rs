//! Records as pictures.

use std::str::FromStr;

use axum::extract::{Extension, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use shinpan_referee::{Judged, Shows, judged_picture};
use shinpan_render::{
    Extent, Scene, TextOptions, Theme, to_animation, to_html, to_png, to_sheet, to_svg, to_text,
};
use utoipa::ToSchema;

use super::asking::Asking;
use super::body::Body;
use super::rulings::{count, on_worker};
use crate::app::App;
use crate::error::{ApiError, Code, ErrorBody};
use crate::guard::Client;

/// What a picture is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum PictureForm {
    /// Scalable vector graphics.
    #[default]
    Svg,
    /// A bitmap.
    Png,
    /// Signs.
    Text,
    /// The scene the others are drawn from; with `fill_in`, the steps.
    Json,
    /// With `fill_in`: an SVG that plays by itself.
    Animation,
    /// With `fill_in`: a page with buttons.
    Html,
}

/// What of a record is to be drawn, and how.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct PictureOf {
    /// What the picture is.
    #[serde(rename = "as", default)]
    form: PictureForm,
    /// The count by filling in.
    #[serde(default)]
    fill_in: bool,
    /// Number the moves on the stones.
    #[serde(default)]
    numbers: bool,
    /// Number only the moves from this one on.
    numbers_from: Option<usize>,
    /// Mark the points where the player to move may not play.
    #[serde(default)]
    banned: bool,
    /// Mark territory or area, and dead stones, once there is a count.
    #[serde(default)]
    territory: bool,
    /// Whether there are coordinates.
    coordinates: Option<bool>,
    /// `wood`, `print` or `dark`.
    theme: Option<String>,
    /// The width of a PNG in pixels, at most 4000.
    width: Option<u32>,
}

/// A record, and what of it is to be drawn.
pub(crate) type RenderRequest = Asking<PictureOf>;

/// The state of a record as a picture, or its count by filling in.
#[utoipa::path(
    post, path = "/api/render", tag = "rulings", request_body = RenderRequest,
    responses(
        (status = 200, description = "The picture: image/svg+xml, image/png, text/plain, application/json or text/html"),
        (status = 400, body = ErrorBody), (status = 503, body = ErrorBody)
    )
)]
pub(crate) async fn render(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Body(Asking { ruling, more: asked }): Body<RenderRequest>,
) -> Result<Response, ApiError> {
    let (kind, bytes) = on_worker(&app, client, ruling.budget, move |deadline| {
        let judged = match asked.territory || asked.fill_in {
            true => ruling.counted(&deadline)?,
            false => ruling.without_analysis()?,
        };
        asked.draw(&judged)
    })
    .await?;
    Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
}

pub(super) fn draw_fault(fault: &shinpan_render::Error) -> ApiError {
    ApiError::new(Code::BadRecord, format!("drawing: {fault}"))
}

impl PictureOf {
    fn theme(&self) -> Result<Theme, ApiError> {
        let name = self.theme.as_deref().unwrap_or("wood");
        let theme = Theme::from_str(name)
            .map_err(|fault| ApiError::bad_input(format!("theme: {fault}")))?;
        Ok(Theme { coordinates: self.coordinates.unwrap_or(true), ..theme })
    }

    fn draw(&self, judged: &Judged) -> Result<(&'static str, Vec<u8>), ApiError> {
        const SVG: &str = "image/svg+xml";
        let fault = |fault: shinpan_render::Error| draw_fault(&fault);
        let theme = self.theme()?;
        if self.fill_in {
            let count = count(judged)?;
            let film = count.film().map_err(fault)?;
            return Ok(match self.form {
                PictureForm::Svg => (SVG, to_sheet(&film, &theme, 3).map_err(fault)?.into_bytes()),
                PictureForm::Png => {
                    let sheet = to_sheet(&film, &theme, 3).map_err(fault)?;
                    ("image/png", self.png(&sheet, 1500)?)
                }
                PictureForm::Text => {
                    let mut text = Vec::new();
                    for shot in &film.shots {
                        text.extend(self.text(&shot.scene)?);
                        text.extend(b"\n\n");
                    }
                    ("text/plain; charset=utf-8", text)
                }
                PictureForm::Json => {
                    let json = serde_json::to_vec(&count.report());
                    let json = json.map_err(|e| ApiError::new(Code::Internal, e.to_string()))?;
                    ("application/json", json)
                }
                PictureForm::Animation => {
                    (SVG, to_animation(&film, &theme).map_err(fault)?.into_bytes())
                }
                PictureForm::Html => (
                    "text/html; charset=utf-8",
                    to_html(&film, &theme).map_err(fault)?.into_bytes(),
                ),
            });
        }
        let shows = Shows {
            numbers_from: self.numbers.then(|| self.numbers_from.unwrap_or(1)),
            banned: self.banned,
            territory: self.territory,
        };
        let scene = judged_picture(judged, shows).map_err(fault)?;
        Ok(match self.form {
            PictureForm::Svg => (SVG, to_svg(&scene, &theme).map_err(fault)?.into_bytes()),
            PictureForm::Png => {
                ("image/png", self.png(&to_svg(&scene, &theme).map_err(fault)?, 800)?)
            }
            PictureForm::Text => ("text/plain; charset=utf-8", self.text(&scene)?),
            PictureForm::Json => ("application/json", scene.to_json().into_bytes()),
            PictureForm::Animation | PictureForm::Html => {
                let why =
                    "as: animations and pages are made of the steps of a count: add `fill_in`";
                return Err(ApiError::bad_input(why));
            }
        })
    }

    fn png(&self, svg: &str, width: u32) -> Result<Vec<u8>, ApiError> {
        let width = self.width.unwrap_or(width);
        if !(16..=4000).contains(&width) {
            let why = format!("width: expected 16 to 4000 pixels, found {width}");
            return Err(ApiError::bad_input(why));
        }
        Ok(to_png(svg, Extent::Width(width)).map_err(|fault| draw_fault(&fault))?.bytes)
    }

    fn text(&self, scene: &Scene) -> Result<Vec<u8>, ApiError> {
        let coordinates = self.coordinates.unwrap_or(true);
        let options = TextOptions { colour: false, coordinates, unicode: false };
        Ok(to_text(scene, options).map_err(|fault| draw_fault(&fault))?.into_bytes())
    }
}
