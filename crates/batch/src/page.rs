//! The page that shows a summary.

use std::fmt::Write;

use crate::error::BatchError;
use crate::plots;
use crate::summary::{Disagreement, Summary};

/// A page of HTML with the counts and pictures of a summary; it needs nothing else to be seen.
///
/// # Errors
/// If a picture cannot be drawn.
pub fn page(summary: &Summary) -> Result<String, BatchError> {
    let mut out = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Rulings</title>\n\
         <style>body{font-family:sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem}\
         table{border-collapse:collapse}td,th{padding:.2rem .6rem;border-bottom:1px solid #ccc;\
         text-align:right}td:first-child,th:first-child,td.t{text-align:left}\
         svg{max-width:100%;height:auto}</style>\n<h1>Rulings</h1>\n",
    );
    let _ = writeln!(
        out,
        "<p>{} records, {} of them broken{}.</p>",
        summary.records,
        summary.broken,
        match summary.left_out {
            0 => String::new(),
            more => format!("; {more} files that hold no records were left out"),
        }
    );
    out.push_str("<h2>Results</h2>\n");
    out.push_str(&plots::outcomes(summary)?);
    tallies(&mut out, summary);
    if !summary.pairs.is_empty() {
        out.push_str(
            "<h2>How often rulesets differ</h2>\n<p>Of the records that both ruled on.</p>\n",
        );
        out.push_str(&plots::matrix(summary)?);
        pairs(&mut out, summary);
    }
    if let Some(picture) = plots::reasons(summary)? {
        out.push_str(
            "<h2>Why they differ</h2>\n<p>Over all pairs of rulesets. <em>legality</em>: a move is \
             illegal under one of the two. <em>open</em>: there is a result under one only. \
             <em>winner</em>: another winner, or a draw. <em>margin</em>: the same winner by more or \
             fewer points.</p>\n",
        );
        out.push_str(&picture);
    }
    out.push_str("</html>\n");
    Ok(out)
}

fn tallies(out: &mut String, summary: &Summary) {
    let Some(first) = summary.rules.first() else { return };
    out.push_str("<table>\n<tr><th>ruleset");
    for (name, _) in first.parts() {
        let _ = write!(out, "<th>{name}");
    }
    out.push_str("<th>as recorded<th>otherwise<th>repetitions<th>cycles<th>chains proven\n");
    for tally in &summary.rules {
        let _ = write!(out, "<tr><td>{}", escaped(&tally.name));
        for (_, count) in tally.parts() {
            let _ = write!(out, "<td>{count}");
        }
        let proven = match tally.chains {
            0 => "-".to_owned(),
            all => {
                format!("{:.1} %", 100.0 * (all - tally.chains_unproven) as f64 / all as f64)
            }
        };
        let _ = writeln!(
            out,
            "<td>{}<td>{}<td>{}<td>{}<td>{proven}",
            tally.agrees, tally.disagrees, tally.repetitions, tally.cycles
        );
    }
    out.push_str("</table>\n");
}

fn pairs(out: &mut String, summary: &Summary) {
    out.push_str(
        "<table>\n<tr><th>two rulesets<th>compared<th>same<th>undecided<th>legality<th>open<th>winner<th>margin\
         <th>commonest reason\n",
    );
    for pair in &summary.pairs {
        let reasons = pair.differ.values().flatten();
        let why = reasons.max_by_key(|(_, count)| **count).map_or("", |(why, _)| why.as_str());
        let _ = writeln!(
            out,
            "<tr><td>{} and {}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td class=\"t\">{}",
            escaped(&pair.one),
            escaped(&pair.other),
            pair.compared,
            pair.same,
            pair.undecided,
            pair.count(Disagreement::Legality),
            pair.count(Disagreement::Open),
            pair.count(Disagreement::Winner),
            pair.count(Disagreement::Margin),
            escaped(why),
        );
    }
    out.push_str("</table>\n");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
