//! From bytes to text, before anything is split.
//!
//! In Shift_JIS and Big5 the second byte of a character may be that of `\` or `]`; only decoded
//! text can be split at its brackets.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs as rs;

use crate::lexer::{Lexer, Token, find_game, is_blank};
use crate::location::Steps;
use crate::property::capitals;
use crate::repair::RepairKind;

/// How the bytes of a file were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// The name that the WHATWG gives the encoding, such as `UTF-8`, `GBK` or `Shift_JIS`.
    pub name: &'static str,
    /// How the encoding was found.
    pub how: How,
}

/// How an [`Encoding`] was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// `CA` declares it.
    Declared,
    /// The file begins with a byte-order mark.
    Bom,
    /// Nothing declares it, but the bytes are UTF-8 (or ASCII).
    Utf8,
    /// From the frequencies of the bytes; it may be wrong.
    Guessed,
}

pub(crate) struct Decoded {
    pub(crate) text: String,
    pub(crate) steps: Steps,
    pub(crate) encoding: Encoding,
    /// What to report, with the place in the input.
    pub(crate) repairs: Vec<(usize, RepairKind)>,
}

struct Declaration {
    label: String,
    /// Where in the bytes the label stands.
    at: usize,
    encoding: Option<&'static rs::Encoding>,
}

pub(crate) fn decode(bytes: &[u8]) -> Decoded {
    if let Some((encoding, skipped)) = rs::Encoding::for_bom(bytes) {
        return if encoding == rs::UTF_8 && str::from_utf8(&bytes[skipped..]).is_ok() {
            plain(bytes, skipped, Encoding { name: encoding.name(), how: How::Bom }, Vec::new())
        } else {
            convert(bytes, skipped, encoding).finish(How::Bom, Vec::new())
        };
    }
    let utf8 = str::from_utf8(bytes).is_ok();
    let mut repairs = Vec::new();
    let declaration = in_first_root(bytes).or_else(|| if utf8 { None } else { anywhere(bytes) });
    if let Some(Declaration { label, at, encoding }) = declaration {
        match encoding {
            Some(encoding) => return declared(bytes, utf8, encoding, at),
            None => repairs.push((at, RepairKind::UnknownEncoding { label })),
        }
    }
    let seven_bit = if utf8 { seven_bit_japanese(bytes) } else { None };
    if utf8 && seven_bit.is_none() {
        return plain(bytes, 0, Encoding { name: rs::UTF_8.name(), how: How::Utf8 }, repairs);
    }
    let converted = seven_bit.unwrap_or_else(|| convert(bytes, 0, guess(bytes)));
    let guessed = RepairKind::GuessedEncoding { encoding: converted.encoding.name() };
    repairs.push((first_foreign(bytes), guessed));
    converted.finish(How::Guessed, repairs)
}

fn declared(bytes: &[u8], utf8: bool, encoding: &'static rs::Encoding, at: usize) -> Decoded {
    let as_declared = Encoding { name: encoding.name(), how: How::Declared };
    let ascii = encoding != rs::ISO_2022_JP && bytes.is_ascii();
    if ascii || encoding == rs::UTF_8 && utf8 {
        return plain(bytes, 0, as_declared, Vec::new());
    }
    let converted = convert(bytes, 0, encoding);
    if converted.malformed == 0 {
        return converted.finish(How::Declared, Vec::new());
    }
    let wrong = |read_as| RepairKind::WrongEncoding { declared: encoding.name(), read_as };
    if utf8 {
        let encoding = Encoding { name: rs::UTF_8.name(), how: How::Utf8 };
        return plain(bytes, 0, encoding, vec![(at, wrong(rs::UTF_8.name()))]);
    }
    // One broken byte is no reason to distrust the declaration, a text full of them is.
    if converted.malformed > converted.foreign {
        let guessed = guess(bytes);
        if guessed != encoding {
            let other = convert(bytes, 0, guessed);
            if other.malformed < converted.malformed {
                return other.finish(How::Guessed, vec![(at, wrong(guessed.name()))]);
            }
        }
    }
    converted.finish(How::Declared, Vec::new())
}

/// The first byte that is not ASCII, or begins a switch of ISO-2022-JP.
fn first_foreign(bytes: &[u8]) -> usize {
    bytes.iter().position(|&b| !b.is_ascii() || b == 0x1b).unwrap_or(0)
}

fn guess(bytes: &[u8]) -> &'static rs::Encoding {
    /// Enough for a guess; the detector is slow.
    const ENOUGH: usize = 1 << 20;
    let bytes = &bytes[first_foreign(bytes).saturating_sub(16)..];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(&bytes[..bytes.len().min(ENOUGH)], bytes.len() <= ENOUGH);
    detector.guess(None, Utf8Detection::Deny)
}

/// ISO-2022-JP passes for ASCII; only its escape sequences tell.
fn seven_bit_japanese(bytes: &[u8]) -> Option<Converted> {
    let switches = bytes.windows(3).any(|w| matches!(w, b"\x1b$B" | b"\x1b$@"));
    let converted = switches.then(|| convert(bytes, 0, rs::ISO_2022_JP))?;
    (converted.malformed == 0).then_some(converted)
}

/// UTF-8 as it is. The caller has checked it; the lossy conversion only spares a panic.
fn plain(
    bytes: &[u8],
    skipped: usize,
    encoding: Encoding,
    repairs: Vec<(usize, RepairKind)>,
) -> Decoded {
    let text = String::from_utf8_lossy(&bytes[skipped..]).into_owned();
    Decoded { text, steps: Steps { skipped, lengths: Vec::new() }, encoding, repairs }
}

struct Converted {
    encoding: &'static rs::Encoding,
    text: String,
    steps: Steps,
    malformed: usize,
    first_malformed: usize,
    /// Characters beyond ASCII that were read well.
    foreign: usize,
}

impl Converted {
    fn finish(self, how: How, mut repairs: Vec<(usize, RepairKind)>) -> Decoded {
        let name = self.encoding.name();
        if self.malformed > 0 {
            let kind = RepairKind::MalformedText { sequences: self.malformed, encoding: name };
            repairs.push((self.first_malformed, kind));
        }
        Decoded { text: self.text, steps: self.steps, encoding: Encoding { name, how }, repairs }
    }
}

/// Decodes in small pieces, so as to know which bytes each character came from: runs of ASCII, and
/// single bytes elsewhere.
fn convert(bytes: &[u8], skipped: usize, encoding: &'static rs::Encoding) -> Converted {
    const RUN: usize = 64;
    let mut buffer = [0; 4 * RUN];
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let longest = if encoding.is_ascii_compatible() { RUN } else { 1 };
    let mut converted = Converted {
        encoding,
        text: String::with_capacity(bytes.len() + bytes.len() / 2),
        steps: Steps { skipped, lengths: Vec::with_capacity(bytes.len()) },
        malformed: 0,
        first_malformed: 0,
        foreign: 0,
    };
    // Bytes taken in that no character came from yet.
    let mut pending = 0;
    let mut at = skipped;
    loop {
        let ascii = bytes[at..].iter().take(longest).take_while(|b| b.is_ascii()).count();
        let length = if pending == 0 { ascii.max(1) } else { 1 };
        let piece = &bytes[at..bytes.len().min(at + length)];
        let last = piece.is_empty();
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(piece, &mut buffer, last);
        at += read;
        pending += read;
        let new = str::from_utf8(&buffer[..written]).unwrap_or_default();
        converted.foreign += usize::from(!new.is_ascii());
        if let rs::DecoderResult::Malformed(bad, after) = result {
            let (bad, after) = (usize::from(bad), usize::from(after));
            if converted.malformed == 0 {
                converted.first_malformed = at.saturating_sub(bad + after);
            }
            converted.malformed += 1;
            if !new.is_empty() {
                converted.push(new, pending.saturating_sub(bad + after));
                pending = pending.min(bad + after);
            }
            converted.push("\u{fffd}", pending.saturating_sub(after));
            pending = pending.min(after);
        } else {
            if !new.is_empty() {
                converted.push(new, std::mem::take(&mut pending));
            }
            if last {
                return converted;
            }
        }
    }
}

impl Converted {
    /// Adds characters that came from `bytes` bytes, usually one from all of them. Of several, one
    /// of ASCII came from one byte.
    fn push(&mut self, new: &str, mut bytes: usize) {
        self.text.push_str(new);
        let count = new.chars().count();
        for (after, char) in (0..count).rev().zip(new.chars()) {
            let alone = after > 0 && char.is_ascii();
            let most = if alone { 1 } else { bytes.saturating_sub(after).max(1) };
            let length = most.min(bytes);
            self.steps.lengths.push(u8::try_from(length).unwrap_or(u8::MAX));
            bytes -= length;
        }
    }
}

/// `CA` in the root of the first game.
fn in_first_root(bytes: &[u8]) -> Option<Declaration> {
    let open = find_game(bytes, 0)?;
    let mut lexer = Lexer::new(bytes, open + 1).skip(1);
    let mut named = false;
    loop {
        let lexeme = lexer.next()?;
        let found = &bytes[lexeme.start..lexeme.end];
        match lexeme.token {
            Token::Word => named = is_charset(found),
            Token::Value { .. } if named => return Some(declaration(found, lexeme.start)),
            Token::Value { .. } | Token::StrayBracket => {}
            Token::Open | Token::Close | Token::Semicolon => return None,
        }
    }
}

/// `CA[...]` with a known name at any place, for files whose bytes cannot be split yet.
fn anywhere(bytes: &[u8]) -> Option<Declaration> {
    let candidates = bytes.windows(3).enumerate().filter(|(_, window)| window == b"CA[");
    candidates.take(100).find_map(|(start, _)| {
        let at = start + 3;
        let length = bytes[at..].iter().take(40).position(|&b| b == b']')?;
        let declaration = declaration(&bytes[at..at + length], at);
        let apart = start == 0 || !bytes[start - 1].is_ascii_uppercase();
        (apart && declaration.encoding.is_some()).then_some(declaration)
    })
}

fn is_charset(word: &[u8]) -> bool {
    str::from_utf8(word).is_ok_and(|word| capitals(word) == "CA")
}

fn declaration(value: &[u8], at: usize) -> Declaration {
    let label: Vec<u8> = value.iter().copied().filter(|&b| b != b'\\').collect();
    let label = String::from_utf8_lossy(label.trim_ascii()).into_owned();
    let encoding = for_label(&label);
    let blanks = value.iter().take_while(|&&b| is_blank(b)).count();
    Declaration { label, at: at + blanks, encoding }
}

/// The encoding with this name, if a file in it can be scanned as ASCII.
pub(crate) fn for_label(label: &str) -> Option<&'static rs::Encoding> {
    let simple: String =
        label.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let encoding = rs::Encoding::for_label(label.as_bytes()).or(match simple.as_str() {
        "cp949" | "ms949" | "uhc" | "windows949" | "ksc5601" | "ksx1001" => Some(rs::EUC_KR),
        "cp936" | "ms936" | "euccn" | "gb231280" | "gb2312" | "gbk" => Some(rs::GBK),
        "gb180302000" | "gb180302005" | "gb18030" => Some(rs::GB18030),
        "cp932" | "ms932" | "shiftjis" | "sjis" | "xsjis" => Some(rs::SHIFT_JIS),
        "cp950" | "ms950" | "big5" => Some(rs::BIG5),
        "eucjp" | "ujis" => Some(rs::EUC_JP),
        "euckr" => Some(rs::EUC_KR),
        "utf8" => Some(rs::UTF_8),
        "latin1" | "iso88591" | "ansi" | "windows1252" => Some(rs::WINDOWS_1252),
        _ => None,
    })?;
    let scannable = encoding.is_ascii_compatible() || encoding == rs::ISO_2022_JP;
    (scannable && encoding != rs::REPLACEMENT).then_some(encoding)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    fn name(label: &str) -> &'static str {
        for_label(label).map_or("none", |encoding| encoding.name())
    }

    #[test]
    fn labels_as_they_are_found_in_files() {
        for (label, expected) in [
            ("UTF-8", "UTF-8"),
            ("utf8", "UTF-8"),
            ("UTF_8", "UTF-8"),
            ("GB2312", "GBK"),
            ("gb18030", "gb18030"),
            ("CP936", "GBK"),
            ("SJIS", "Shift_JIS"),
            ("Shift-JIS", "Shift_JIS"),
            ("x-sjis", "Shift_JIS"),
            ("CP932", "Shift_JIS"),
            ("EUC-JP", "EUC-JP"),
            ("ISO-2022-JP", "ISO-2022-JP"),
            ("Big5", "Big5"),
            ("BIG-5", "Big5"),
            ("CP949", "EUC-KR"),
            ("EUC-KR", "EUC-KR"),
            ("ISO-8859-1", "windows-1252"),
            ("Latin-1", "windows-1252"),
            ("windows-1252", "windows-1252"),
            ("KOI8-R", "KOI8-R"),
            ("UTF-16", "none"),
            ("ISO-2022-KR", "none"),
            ("Klingon", "none"),
            ("", "none"),
        ] {
            assert_eq!(name(label), expected, "{label}");
        }
    }

    #[test]
    fn the_declaration_is_that_of_the_first_root() {
        let label = |bytes: &[u8]| in_first_root(bytes).map(|d| (d.label, d.at));
        assert_eq!(label(b"(;GM[1]CA[ SJIS ])"), Some(("SJIS".to_owned(), 11)));
        assert_eq!(label(b"(;C[CA[x\\]CA[y]CA\n[GBK])"), Some(("GBK".to_owned(), 19)));
        assert_eq!(label(b"(;GM[1];CA[GBK])"), None);
        assert_eq!(label(b"(;FCA[GBK])"), None);
        assert_eq!(label(b"CA[GBK]"), None);
    }

    #[test]
    fn lengths_say_which_bytes_each_character_came_from() {
        let converted = convert(b"a\x83\x5c]b", 0, rs::SHIFT_JIS);
        assert_eq!(converted.text, "aソ]b");
        assert_eq!(converted.steps.lengths, [1, 2, 1, 1]);
        let broken = convert(b"\x83]\x83", 0, rs::EUC_KR);
        assert_eq!(broken.text.chars().count(), broken.steps.lengths.len());
        assert_eq!(broken.steps.lengths.iter().map(|&l| usize::from(l)).sum::<usize>(), 3);
        assert_eq!(broken.malformed, 2);
        assert_eq!(broken.first_malformed, 0);
    }

    #[test]
    fn a_broken_sequence_takes_no_byte_of_what_follows() {
        let broken = convert(b"\xc2\xc2(;", 0, rs::UTF_8);
        assert_eq!(broken.text, "\u{fffd}\u{fffd}(;");
        assert_eq!(broken.steps.lengths, [1, 1, 1, 1]);
        assert_eq!((broken.malformed, broken.first_malformed), (2, 0));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2048) })]

        #[test]
        fn lengths_add_up_and_ascii_stands_where_it_stood(
            pieces in vec(prop_oneof![Just(b"(;".to_vec()), vec(any::<u8>(), 1..4)], 0..20),
            encoding in select(vec![
                rs::UTF_8, rs::GBK, rs::GB18030, rs::SHIFT_JIS, rs::EUC_JP, rs::EUC_KR, rs::BIG5,
                rs::WINDOWS_1252, rs::ISO_2022_JP,
            ]),
        ) {
            let bytes = pieces.concat();
            let converted = convert(&bytes, 0, encoding);
            let mut at = 0;
            for (found, &length) in converted.text.chars().zip(&converted.steps.lengths) {
                at += usize::from(length);
                if found.is_ascii() && encoding != rs::ISO_2022_JP {
                    prop_assert_eq!(char::from(bytes[at - 1]), found);
                }
            }
            prop_assert_eq!(converted.text.chars().count(), converted.steps.lengths.len());
            prop_assert!(at <= bytes.len());
            prop_assert!(at == bytes.len() || encoding == rs::ISO_2022_JP);
        }
    }
}
