//! How a scene looks: colours, shading, size.

use std::fmt;
use std::str::FromStr;

use crate::{Error, MAX_PLAYERS};

/// A colour, `0xRRGGBB`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colour(pub u32);

impl Colour {
    fn channels(self) -> [u32; 3] {
        [self.0 >> 16 & 0xff, self.0 >> 8 & 0xff, self.0 & 0xff]
    }

    /// A colour in which to write on this one: near black or white.
    #[must_use]
    pub fn ink(self) -> Self {
        let [red, green, blue] = self.channels();
        let brightness = (299 * red + 587 * green + 114 * blue) / 1000;
        if brightness > 127 { Self(0x11_1111) } else { Self(0xff_ffff) }
    }

    /// This colour with so many per cent of another one mixed in.
    #[must_use]
    pub fn mix(self, other: Self, per_cent: u32) -> Self {
        let per_cent = per_cent.min(100);
        let (from, to) = (self.channels(), other.channels());
        let mixed = |i: usize| (from[i] * (100 - per_cent) + to[i] * per_cent) / 100;
        Self(mixed(0) << 16 | mixed(1) << 8 | mixed(2))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0 & 0xff_ffff)
    }
}

/// Black, white, and six colours of Okabe and Ito's palette, which people tell apart whatever
/// their colour vision. Their orange is left out: it is the colour of wood.
const PALETTE: [Colour; MAX_PLAYERS] = [
    Colour(0x1c_1c1c),
    Colour(0xfa_faf7),
    Colour(0xd5_5e00), // vermilion
    Colour(0x00_72b2), // blue
    Colour(0x00_9e73), // bluish green
    Colour(0xf0_e442), // yellow
    Colour(0x56_b4e9), // sky blue
    Colour(0xcc_79a7), // reddish purple
];

/// How a scene looks. Begin with [`Theme::wood`], [`Theme::print`] or [`Theme::dark`], or read one
/// of these names with `parse`.
///
/// ```
/// use shinpan_render::{Colour, Theme};
///
/// let theme = Theme { cell: 24, coordinates: false, ..Theme::dark() };
/// assert_eq!("print".parse(), Ok(Theme::print()));
/// assert_eq!(Colour(0xd5_5e00).to_string(), "#d55e00");
/// # assert_ne!(theme, Theme::dark());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Theme {
    /// Used within the picture for the names of its parts: letters and digits only.
    pub name: &'static str,
    /// Behind everything.
    pub page: Colour,
    /// The board.
    pub board: Colour,
    /// Lines, star points, and marks on empty points.
    pub line: Colour,
    /// Title, caption, coordinates.
    pub text: Colour,
    /// The sign of a ban.
    pub banned: Colour,
    /// The stones of players 0 to 7.
    pub stones: [Colour; MAX_PLAYERS],
    /// The rims of the stones of players 0 to 7.
    pub rims: [Colour; MAX_PLAYERS],
    /// Whether stones have light and shadow, and the board some grain.
    pub shaded: bool,
    /// How much an owner's colour covers the board in his area, in per cent.
    pub paint: u32,
    /// Width of lines, in hundredths of a line spacing.
    pub stroke: u32,
    /// Pixels between two lines, 1 to 400.
    pub cell: u32,
    /// Whether a grid has letters and numbers along its sides.
    pub coordinates: bool,
}

impl Theme {
    /// Stones on wood.
    #[must_use]
    pub const fn wood() -> Self {
        let rim = Colour(0x2a_2018);
        Self {
            name: "wood",
            page: Colour(0xff_ffff),
            board: Colour(0xe6_bd78),
            line: Colour(0x4a_3413),
            text: Colour(0x33_2a1c),
            banned: Colour(0xb8_1414),
            stones: PALETTE,
            rims: [rim, Colour(0x8d_8676), rim, rim, rim, rim, rim, rim],
            shaded: true,
            paint: 30,
            stroke: 3,
            cell: 40,
            coordinates: true,
        }
    }

    /// Black on white, for paper. Players beyond the second are told apart by a sign on their
    /// stones, and by shades of grey.
    #[must_use]
    pub const fn print() -> Self {
        let black = Colour(0x00_0000);
        let white = Colour(0xff_ffff);
        Self {
            name: "print",
            page: white,
            board: white,
            line: black,
            text: black,
            banned: black,
            stones: [
                black,
                white,
                Colour(0xd0_d0d0),
                Colour(0x5c_5c5c),
                Colour(0xea_eaea),
                Colour(0x7a_7a7a),
                Colour(0xb4_b4b4),
                Colour(0x3c_3c3c),
            ],
            rims: [black; MAX_PLAYERS],
            shaded: false,
            paint: 16,
            stroke: 3,
            cell: 40,
            coordinates: true,
        }
    }

    /// For dark screens.
    #[must_use]
    pub const fn dark() -> Self {
        let rim = Colour(0x0a_0c0e);
        Self {
            name: "dark",
            page: Colour(0x15_181c),
            board: Colour(0x3a_414a),
            line: Colour(0x98_a2ad),
            text: Colour(0xd7_dde3),
            banned: Colour(0xff_7a66),
            stones: PALETTE,
            rims: [Colour(0x8a_9199), rim, rim, rim, rim, rim, rim, rim],
            shaded: true,
            paint: 34,
            stroke: 3,
            cell: 40,
            coordinates: true,
        }
    }
}

impl Default for Theme {
    fn default() -> Self {
        Self::wood()
    }
}

impl FromStr for Theme {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        match name {
            "wood" => Ok(Self::wood()),
            "print" => Ok(Self::print()),
            "dark" => Ok(Self::dark()),
            _ => Err(Error::Theme(name.to_owned())),
        }
    }
}
