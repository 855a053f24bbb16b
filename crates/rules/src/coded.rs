//! Findings as codes with values: the one list of which the enum, its sentences in English and its JSON are made.

/// A list of findings as an enum, with their codes and sentences.
///
/// Each line is a code, a variant with its values, and the sentence in English, in which `{name}` stands for a value. As
/// JSON a finding is `code` and `with`, an object of its values; as text it is the sentence, whose wording is free.
#[macro_export]
macro_rules! coded {
    ($(#[$about:meta])* $visible:vis enum $name:ident {
        $( $code:literal $variant:ident { $($field:ident : $kind:ty),* } $text:literal; )*
    }) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
        #[serde(tag = "code", content = "with")]
        #[allow(missing_docs, reason = "each says itself what it is, in its sentence")]
        $visible enum $name {
            $( #[doc = $text] #[serde(rename = $code)] $variant { $($field: $kind),* }, )*
        }

        impl $name {
            /// Every code with the names of its values and the sentence in English, in which `{name}` stands for a value.
            pub const CODES: &[(&str, &[&str], &str)] =
                &[$( ($code, &[$(stringify!($field)),*], $text) ),*];
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $( $name::$variant { $($field),* } => write!(f, $text $(, $field = $field)*), )*
                }
            }
        }
    };
}

/// The form of what a [`coded!`] enum writes, for descriptions of JSON.
#[cfg(feature = "openapi")]
#[derive(utoipa::ToSchema)]
#[allow(dead_code, reason = "it is only described, never made")]
pub(crate) struct CodeForm {
    /// What kind of finding it is.
    code: String,
    /// Its values: texts, numbers, names of points (part by part where there are several), or pairs of a player and a number.
    with: std::collections::BTreeMap<String, serde_json::Value>,
}
