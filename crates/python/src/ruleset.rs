//! `Ruleset`.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use shinpan_referee::with_options;
use shinpan_rules::{Komi, OPTIONS, ReadRuleset, builtin};

use crate::asked::{Rules, fraction};
use crate::board::hash_of;
use crate::errors::RulesetError;

/// A ruleset: a value that can be compared, changed by options, written and read.
///
/// >>> Ruleset("kee").title
/// 'Kee Rules'
/// >>> Ruleset("lasker-maas", superko="situational") == Ruleset("lasker-maas")
/// False
/// >>> Ruleset("chinese") == Ruleset.of_toml(Ruleset("chinese").toml)
/// True
///
/// KataGo's names, strings and JSON are taken too; what has no exact match is refused:
///
/// >>> Ruleset("koPOSITIONALscoreAREAtaxNONEsui1komi7.5").komi
/// Fraction(15, 2)
/// >>> Ruleset("igo")  # doctest: +ELLIPSIS
/// Traceback (most recent call last):
///     ...
/// shinpan.errors.RulesetError: there is no ruleset `igo`; expected one of lasker-maas, ...
#[pyclass(frozen, eq, module = "shinpan")]
#[derive(Clone, PartialEq)]
pub(crate) struct Ruleset {
    pub(crate) read: ReadRuleset,
}

fn fault(fault: impl ToString) -> PyErr {
    RulesetError::new_err(fault.to_string())
}

#[pymethods]
impl Ruleset {
    /// A ruleset by name (`kee`), by name with options (`kee, scoring=territory`), as TOML, or in KataGo's forms.
    /// Options can be given as keywords; `Ruleset.options()` lists them.
    #[new]
    #[pyo3(signature = (rules, **options))]
    fn new(
        rules: Rules<'_>,
        options: Option<BTreeMap<String, Bound<'_, PyAny>>>,
    ) -> PyResult<Ruleset> {
        let mut read = rules.read()?;
        let mut pairs = Vec::new();
        for (key, value) in options.unwrap_or_default() {
            // Python writes `True`, the options `true`.
            let value = match value.extract::<bool>() {
                Ok(truth) => truth.to_string(),
                Err(_) => value.str()?.to_string(),
            };
            pairs.push((key, value));
        }
        if !pairs.is_empty() {
            with_options(&mut read, &pairs).map_err(fault)?;
        }
        Ok(Ruleset { read })
    }

    /// A ruleset from TOML: all fields, or `like = "NAME"` with what differs.
    ///
    /// >>> Ruleset.of_toml('like = "kee"\nscoring = "territory"').id
    /// 'kee'
    #[staticmethod]
    fn of_toml(text: &str) -> PyResult<Ruleset> {
        let ruleset = shinpan_rules::Ruleset::from_toml(text).map_err(fault)?;
        Ok(Ruleset { read: ruleset.into() })
    }

    /// The names of the built-in rulesets.
    ///
    /// >>> "japanese-1989" in Ruleset.names()
    /// True
    #[staticmethod]
    fn names() -> Vec<String> {
        builtin().into_iter().map(|ruleset| ruleset.id).collect()
    }

    /// The options: name, values, what it decides.
    ///
    /// >>> Ruleset.options()[0]
    /// ('superko', 'positional | situational', 'what may not come back under a superko rule')
    #[staticmethod]
    fn options() -> Vec<(&'static str, &'static str, &'static str)> {
        OPTIONS.to_vec()
    }

    /// The name it is asked for by.
    #[getter]
    fn id(&self) -> &str {
        &self.read.ruleset.id
    }

    /// Its title.
    #[getter]
    fn title(&self) -> &str {
        &self.read.ruleset.title
    }

    /// Where it comes from.
    #[getter]
    fn source(&self) -> &str {
        &self.read.ruleset.source
    }

    /// The fewest and the most players.
    #[getter]
    fn players(&self) -> (u8, u8) {
        (self.read.ruleset.players.least, self.read.ruleset.players.most)
    }

    /// A komi that was given with it (KataGo's `komi`), exact.
    #[getter]
    fn komi<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.read.komi.map(|komi: Komi| fraction(py, komi.score())).transpose()
    }

    /// The whole ruleset as TOML, from which it can be read again. A komi is no part of it.
    #[getter]
    fn toml(&self) -> String {
        self.read.ruleset.to_toml()
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.read.ruleset.id)
    }

    fn __repr__(&self) -> String {
        let id = &self.read.ruleset.id;
        match shinpan_rules::Ruleset::builtin(id).as_ref() == Some(&self.read.ruleset) {
            true => format!("Ruleset('{id}')"),
            false => format!("<Ruleset like '{id}'>"),
        }
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let komi = self.read.komi.map(|komi| komi.to_string());
        let class = py.get_type::<Ruleset>().getattr("_of")?;
        Ok((class, (self.toml(), komi).into_pyobject(py)?))
    }

    #[staticmethod]
    fn _of(toml: &str, komi: Option<&str>) -> PyResult<Ruleset> {
        let komi = komi.map(str::parse).transpose().map_err(fault)?;
        Ok(Ruleset { read: ReadRuleset { komi, ..Ruleset::of_toml(toml)?.read } })
    }
}
