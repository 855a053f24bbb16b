//! Requests that have fields of their own beside those of a ruling.

use std::fmt::{self, Formatter};
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error, MapAccess, Visitor};
use serde_json::{Map, Value};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AllOfBuilder, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::rulings::Ruling;

/// A record that is to be ruled on, and what else is asked; the fields of both stand side by side in one object, and there are no others.
#[derive(Clone, Debug)]
pub(crate) struct Asking<More> {
    /// The record, and how to rule on it.
    pub(super) ruling: Ruling,
    /// What else is asked.
    pub(super) more: More,
}

impl<'de, More: DeserializeOwned + ToSchema> Deserialize<'de> for Asking<More> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Asking<More>, D::Error> {
        deserializer.deserialize_map(Fields(PhantomData))
    }
}

/// Takes the fields apart.
struct Fields<More>(PhantomData<More>);

impl<'de, More: DeserializeOwned + ToSchema> Visitor<'de> for Fields<More> {
    type Value = Asking<More>;

    fn expecting(&self, words: &mut Formatter<'_>) -> fmt::Result {
        words.write_str("an object with a record and what is asked of it")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Asking<More>, A::Error> {
        let (of_ruling, of_more) = (names::<Ruling>(), names::<More>());
        let (mut ruling, mut more) = (Map::new(), Map::new());
        while let Some(name) = object.next_key::<String>()? {
            let fields = if of_ruling.contains(&name) {
                &mut ruling
            } else if of_more.contains(&name) {
                &mut more
            } else {
                let known: Vec<String> =
                    of_ruling.iter().chain(&of_more).map(|name| format!("`{name}`")).collect();
                let known = known.join(", ");
                return Err(A::Error::custom(format!(
                    "unknown field `{name}`, expected one of {known}"
                )));
            };
            if fields.contains_key(&name) {
                return Err(A::Error::custom(format!("duplicate field `{name}`")));
            }
            fields.insert(name, object.next_value()?);
        }
        Ok(Asking { ruling: read(ruling)?, more: read(more)? })
    }
}

/// Reads some of the fields; a fault is told with the field it is in.
fn read<T: DeserializeOwned, E: Error>(fields: Map<String, Value>) -> Result<T, E> {
    serde_path_to_error::deserialize(Value::Object(fields)).map_err(E::custom)
}

/// The names of the fields.
fn names<T: PartialSchema>() -> Vec<String> {
    match T::schema() {
        RefOr::T(Schema::Object(object)) => object.properties.into_keys().collect(),
        _ => Vec::new(),
    }
}

impl<More: ToSchema> PartialSchema for Asking<More> {
    fn schema() -> RefOr<Schema> {
        AllOfBuilder::new().item(Ruling::schema()).item(More::schema()).into()
    }
}

impl<More: ToSchema> ToSchema for Asking<More> {
    fn name() -> std::borrow::Cow<'static, str> {
        More::name()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Ruling::schemas(schemas);
        More::schemas(schemas);
    }
}
