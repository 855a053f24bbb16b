//! SVG to PNG, with one font compiled in so that the picture is the same on every machine.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, FontResolver, ImageHrefResolver, Options, Tree, fontdb, roxmltree};

use crate::Error;

/// Pictures wider or higher than this, in pixels, are not drawn.
pub const MAX_SIDE: u32 = 16_384;
/// Pictures of more pixels than this are not drawn: they would take too much memory.
pub const MAX_PIXELS: u64 = 1 << 26;

/// So many different characters beyond ASCII are looked for, in the order of their numbers; any
/// more are drawn as missing. A picture of a board has few, and looking for one is slow.
const MAX_UNUSUAL: usize = 1000;

/// Drawn for characters that no font has.
const REPLACEMENT: char = '\u{fffd}';

/// How big a picture shall be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Extent {
    /// So many pixels for each unit of the SVG picture; 2.0 is good for fine screens.
    Scale(f64),
    /// So many pixels wide, and as high as that makes it.
    Width(u32),
}

/// A finished picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The PNG file.
    pub bytes: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// What the reader of the picture should know.
    pub warnings: Vec<Warning>,
}

/// Something about a picture that is not as it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Warning {
    /// No font has this character: a replacement sign is drawn.
    Missing(char),
    /// The font compiled in lacks this character, and the machine has a font for it. On another
    /// machine the picture may look different.
    SystemFont(char),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Missing(c) => {
                write!(f, "no font has the character `{c}` (U+{:04X})", u32::from(c))
            }
            Self::SystemFont(c) => write!(
                f,
                "the character `{c}` (U+{:04X}) comes from a font of this machine",
                u32::from(c)
            ),
        }
    }
}

/// Draws an SVG picture, as made by [`crate::to_svg`], into a PNG file.
///
/// All text is drawn in DejaVu Sans, which is compiled in. Fonts of the machine are looked at only
/// if a character is not in it, and only with the feature `system-fonts`. Pictures within
/// the picture are not loaded.
///
/// # Errors
///
/// [`Error::Svg`] if it is not SVG, [`Error::Scale`] if the extent makes no sense, [`Error::Size`]
/// if a side is longer than [`MAX_SIDE`] or there are more than [`MAX_PIXELS`].
///
/// ```
/// use shinpan_render::{Extent, Scene, Theme, to_png, to_svg};
///
/// let svg = to_svg(&Scene::grid(9, 9)?, &Theme::wood())?;
/// let picture = to_png(&svg, Extent::Width(300))?;
/// assert_eq!(picture.width, 300);
/// assert!(picture.bytes.starts_with(b"\x89PNG"));
/// # Ok::<(), shinpan_render::Error>(())
/// ```
pub fn to_png(svg: &str, extent: Extent) -> Result<Picture, Error> {
    let fonts = Fonts::for_picture(svg)?;
    let shown = if fonts.missing.is_empty() {
        svg.to_owned()
    } else {
        svg.chars().map(|c| if fonts.missing.contains(&c) { REPLACEMENT } else { c }).collect()
    };
    let tree = parse(&shown, &fonts.database, &Mutex::default())?;

    let size = tree.size();
    let (width, height) = pixels(size, extent)?;
    let mut canvas = Pixmap::new(width, height)
        .ok_or(Error::Size { width: width.into(), height: height.into() })?;
    // Exactly to the edges, which are rounded to whole pixels.
    let scale = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(&tree, scale, &mut canvas.as_mut());
    let bytes = canvas.encode_png().map_err(|error| Error::Encode(error.to_string()))?;

    let missing = fonts.missing.into_iter().map(Warning::Missing);
    let borrowed = fonts.borrowed.into_iter().map(Warning::SystemFont);
    Ok(Picture { bytes, width, height, warnings: missing.chain(borrowed).collect() })
}

/// Width and height in pixels.
fn pixels(size: usvg::Size, extent: Extent) -> Result<(u32, u32), Error> {
    let (from_width, from_height) = (f64::from(size.width()), f64::from(size.height()));
    let scale = match extent {
        Extent::Scale(scale) => scale,
        Extent::Width(width) => f64::from(width) / from_width,
    };
    if !(scale.is_finite() && scale > 0.0) {
        return Err(Error::Scale(scale));
    }
    let whole = |length: f64| (length * scale).round().clamp(1.0, 1e12) as u64;
    let (width, height) = (whole(from_width), whole(from_height));
    let side = u64::from(MAX_SIDE);
    if width > side || height > side || width * height > MAX_PIXELS {
        return Err(Error::Size { width, height });
    }
    Ok((width as u32, height as u32))
}

/// The fonts one picture needs, found by setting each unusual character on its own.
struct Fonts {
    database: Arc<fontdb::Database>,
    missing: BTreeSet<char>,
    borrowed: BTreeSet<char>,
}

/// What came of the characters that the font compiled in does not have.
#[derive(Default)]
struct Search {
    missing: BTreeSet<char>,
    borrowed: BTreeSet<char>,
    #[cfg(feature = "system-fonts")]
    system_fonts_loaded: bool,
}

impl Fonts {
    fn for_picture(svg: &str) -> Result<Self, Error> {
        let document =
            roxmltree::Document::parse(svg).map_err(|error| Error::Svg(error.to_string()))?;
        let unusual: BTreeSet<char> = document
            .descendants()
            .filter(|node| node.is_text())
            .filter(|node| node.ancestors().any(|above| above.has_tag_name("text")))
            .filter_map(|node| node.text())
            .flat_map(str::chars)
            .filter(|c| !c.is_ascii())
            .collect();
        let beyond: BTreeSet<char> = unusual.iter().skip(MAX_UNUSUAL).copied().collect();
        if unusual.is_empty() {
            return Ok(Self {
                database: built_in(),
                missing: BTreeSet::new(),
                borrowed: BTreeSet::new(),
            });
        }
        let mut probe =
            String::from(r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">"#);
        for c in unusual.difference(&beyond) {
            probe.extend(["<text>", c.encode_utf8(&mut [0; 4]), "</text>"]);
        }
        probe.push_str("</svg>");
        let search = Mutex::default();
        let tree = parse(&probe, &built_in(), &search)?;
        let Search { mut missing, borrowed, .. } =
            search.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        missing.extend(beyond);
        Ok(Self { database: tree.fontdb().clone(), missing, borrowed })
    }
}

/// The database that holds the font compiled in, and nothing else.
fn built_in() -> Arc<fontdb::Database> {
    static BUILT_IN: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let database = BUILT_IN.get_or_init(|| {
        let mut database = fontdb::Database::new();
        database.load_font_source(fontdb::Source::Binary(Arc::new(dejavu::sans::regular())));
        Arc::new(database)
    });
    Arc::clone(database)
}

fn parse(
    svg: &str,
    database: &Arc<fontdb::Database>,
    search: &Mutex<Search>,
) -> Result<Tree, Error> {
    let any_font = FontResolver::default_fallback_selector();
    let options = Options {
        fontdb: Arc::clone(database),
        font_resolver: FontResolver {
            // Whatever family a picture asks for, it gets the font compiled in, which comes first.
            select_font: Box::new(|_, database| database.faces().next().map(|face| face.id)),
            select_fallback: Box::new(move |c, used, database| {
                let mut search = search.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                #[cfg(feature = "system-fonts")]
                if !search.system_fonts_loaded && database.len() == 1 {
                    Arc::make_mut(database).load_system_fonts();
                    search.system_fonts_loaded = true;
                }
                let found = any_font(c, used, database);
                match found {
                    Some(_) => search.borrowed.insert(c),
                    None => search.missing.insert(c),
                };
                found
            }),
        },
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    Tree::from_str(svg, &options).map_err(|error| Error::Svg(error.to_string()))
}
