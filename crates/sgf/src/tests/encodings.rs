//! Texts in the encodings of the countries where Go is played.

use encoding_rs as rs;

use super::{joined, repairs};
use crate::{How, parse};

/// Japanese text with characters whose second byte in Shift_JIS is that of `\` or `]`.
const JAPANESE: &str = "表示はソート済み、十段戦。囲碁の石を打つ。ー彌宣";
/// The same for Big5.
const TAIWANESE: &str = "許功蓋的圍棋比賽，黑方中盤勝。今年的比賽非常精彩";
const CHINESE: &str = "围棋：黑方中盘胜，这是一个很好的棋谱。第一届比赛";
const KOREAN: &str = "바둑 경기에서 흑이 불계승을 거두었습니다. 대국 기록";

fn encoded(encoding: &'static rs::Encoding, label: Option<&str>, text: &str) -> Vec<u8> {
    let label = label.map_or(String::new(), |label| format!("CA[{label}]"));
    let sgf = format!("(;GM[1]{label}C[{text}]\n;B[aa]C[{text}]ab[])");
    let (bytes, _, unmappable) = encoding.encode(&sgf);
    assert!(!unmappable, "{} cannot hold the text", encoding.name());
    bytes.into_owned()
}

#[test]
fn a_declared_encoding_is_used() {
    for (encoding, label, text) in [
        (rs::SHIFT_JIS, "Shift_JIS", JAPANESE),
        (rs::SHIFT_JIS, "SJIS", JAPANESE),
        (rs::EUC_JP, "EUC-JP", JAPANESE),
        (rs::ISO_2022_JP, "ISO-2022-JP", JAPANESE),
        (rs::BIG5, "Big5", TAIWANESE),
        (rs::GBK, "GB2312", CHINESE),
        (rs::GB18030, "GB18030", CHINESE),
        (rs::EUC_KR, "EUC-KR", KOREAN),
        (rs::EUC_KR, "CP949", KOREAN),
        (rs::WINDOWS_1252, "ISO-8859-1", "Straße à côté"),
        (rs::KOI8_R, "KOI8-R", "Партия го"),
        (rs::UTF_8, "utf-8", JAPANESE),
    ] {
        let bytes = encoded(encoding, Some(label), text);
        let collection = parse(&bytes).expect("readable");
        assert_eq!(collection.encoding().name, encoding.name());
        assert_eq!(collection.encoding().how, How::Declared);
        let expected = if label == "utf-8" { label } else { "UTF-8" };
        assert_eq!(
            joined(&collection),
            format!("(;GM[1]CA[{expected}]C[{text}];B[aa]C[{text}]ab[])"),
            "{label}"
        );
        // The odd identifier in the last node is found at its place among the bytes.
        let at = collection.repairs()[0].at.expect("a place");
        assert_eq!(at.line, 2);
        assert_eq!(at.column, text.chars().count() + 10);
        let tail = bytes.len() - at.offset;
        // ISO-2022-JP begins the letters with a switch back to ASCII.
        assert!(tail == 5 || encoding == rs::ISO_2022_JP && tail <= 9, "{label}: {tail}");
        let again = parse(collection.to_sgf().as_bytes()).expect("readable");
        assert_eq!(again.to_sgf(), collection.to_sgf());
    }
}

#[test]
fn a_declaration_after_text_is_found() {
    let (bytes, ..) = rs::SHIFT_JIS.encode("(;PB[ソ]CA[Shift_JIS]PW[表])");
    let collection = parse(&bytes).expect("readable");
    assert_eq!(joined(&collection), "(;PB[ソ]CA[UTF-8]PW[表])");
    assert_eq!(collection.encoding().how, How::Declared);
}

#[test]
fn an_undeclared_encoding_is_guessed_and_said_to_be() {
    for (encoding, text) in [
        (rs::SHIFT_JIS, JAPANESE),
        (rs::EUC_JP, JAPANESE),
        (rs::GBK, CHINESE),
        (rs::EUC_KR, KOREAN),
        (rs::BIG5, TAIWANESE),
    ] {
        let bytes = encoded(encoding, None, text);
        let collection = parse(&bytes).expect("readable");
        assert_eq!(collection.encoding().name, encoding.name());
        assert_eq!(collection.encoding().how, How::Guessed);
        let name = encoding.name();
        let expected = format!(
            "1:10: no known encoding is declared and this is not UTF-8, read as {name} by a guess"
        );
        assert_eq!(repairs(&collection)[0], expected);
        assert_eq!(joined(&collection), format!("(;GM[1]C[{text}]CA[UTF-8];B[aa]C[{text}]ab[])"));
    }
}

#[test]
fn seven_bit_japanese_is_noticed() {
    let bytes = encoded(rs::ISO_2022_JP, None, JAPANESE);
    let collection = parse(&bytes).expect("readable");
    assert_eq!(collection.encoding().name, "ISO-2022-JP");
    assert_eq!(collection.encoding().how, How::Guessed);
    assert!(joined(&collection).contains(JAPANESE));

    let two_escapes = parse(b"(;C[\x1b$B\x1b$B])").expect("readable");
    assert_eq!(two_escapes.encoding().how, How::Utf8);
}

#[test]
fn a_long_file_is_guessed_by_its_first_part() {
    let bytes = encoded(rs::GBK, None, &CHINESE.repeat(60_000));
    let collection = parse(&bytes).expect("readable");
    assert_eq!(collection.encoding().name, "GBK");
}

#[test]
fn utf8_needs_no_declaration() {
    let collection = parse("(;C[碁])".as_bytes()).expect("readable");
    assert_eq!((collection.encoding().name, collection.encoding().how), ("UTF-8", How::Utf8));
    assert_eq!(joined(&collection), "(;C[碁]CA[UTF-8])");
    assert!(collection.repairs().is_empty());
}

#[test]
fn a_byte_order_mark_outweighs_the_declaration() {
    let text = "(;CA[GB2312]C[碁]\n;x[])";
    let utf8 = parse(format!("\u{feff}{text}").as_bytes()).expect("readable");
    assert_eq!((utf8.encoding().name, utf8.encoding().how), ("UTF-8", How::Bom));
    let utf16: Vec<u8> =
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let utf16 = parse(&utf16).expect("readable");
    assert_eq!((utf16.encoding().name, utf16.encoding().how), ("UTF-16LE", How::Bom));
    for (collection, offset) in [(utf8, 23), (utf16, 38)] {
        assert_eq!(joined(&collection), "(;CA[UTF-8]C[碁];x[])");
        let at = collection.repairs()[0].at.expect("a place");
        assert_eq!((at.offset, at.line, at.column), (offset, 2, 2));
    }
}

#[test]
fn a_declaration_that_is_wrong_is_reported() {
    let unknown = parse("(;CA[Klingon]C[碁])".as_bytes()).expect("readable");
    assert_eq!(unknown.encoding().how, How::Utf8);
    assert_eq!(
        repairs(&unknown),
        ["1:6: the encoding `Klingon` is not known, the declaration is ignored"]
    );

    let text = "(;CA[Big5]C[바둑 경기에서 흑이 불계승을])";
    let transcoded = parse(text.as_bytes()).expect("readable");
    assert_eq!(repairs(&transcoded), ["1:6: the text is not Big5 as declared, read as UTF-8"]);
    assert_eq!(joined(&transcoded), text.replace("Big5", "UTF-8"));

    let claims_utf8 = parse(&encoded(rs::SHIFT_JIS, Some("UTF-8"), JAPANESE)).expect("readable");
    assert_eq!(claims_utf8.encoding().how, How::Guessed);
    assert_eq!(
        repairs(&claims_utf8)[..1],
        ["1:11: the text is not UTF-8 as declared, read as Shift_JIS"]
    );
    assert!(joined(&claims_utf8).contains(JAPANESE));
}

#[test]
fn one_broken_byte_is_replaced_and_reported() {
    let mut bytes = "(;CA[UTF-8]C[碁盤 は]\n;C[碁?碁?x])".as_bytes().to_vec();
    for byte in bytes.iter_mut().filter(|b| **b == b'?') {
        *byte = 0xff;
    }
    let collection = parse(&bytes).expect("readable");
    assert_eq!(collection.encoding().how, How::Declared);
    assert_eq!(repairs(&collection), ["2:5: 2 byte sequences are no UTF-8, replaced by U+FFFD"]);
    assert_eq!(joined(&collection), "(;CA[UTF-8]C[碁盤 は];C[碁\u{fffd}碁\u{fffd}x])");
    bytes.retain(|&b| b != b'x');
    let one = parse(&[&bytes[..bytes.len() - 3], b"])"].concat()).expect("readable");
    assert_eq!(repairs(&one), ["2:5: 1 byte sequence is no UTF-8, replaced by U+FFFD"]);
}
