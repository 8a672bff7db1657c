//! The result of a tuning in words and as JSON (`mustplay-tune-result/1`).

use super::course::Course;
use super::plan::Tuning;
use crate::arena::report::{columns, report};
use crate::arena::sprt::SprtDecision;
use crate::arena::summary::Summary;
use serde_json::{Value, json};

/// The values so far as a table, and the player with them.
pub fn table(tuning: &Tuning, course: &Course) -> String {
    let found = tuning.found(course.last());
    let mut rows =
        vec![["parameter", "start", "found", "default", "range", "step"].map(str::to_owned)];
    for (parameter, found) in tuning.parameters().iter().zip(&found) {
        let [least, most] = parameter.range();
        let times = if parameter.is_logarithmic() { "x" } else { "" };
        rows.push([
            parameter.key().to_owned(),
            parameter.start().to_string(),
            found.to_string(),
            parameter.usual().to_string(),
            format!("{least} to {most}"),
            format!("{times}{}", short(parameter.step())),
        ]);
    }
    let (done, all) = (course.done(), course.iterations);
    format!(
        "{done} of {all} iterations, {} games\n\n{}\n{}\n",
        2 * tuning.plan.pairs * done,
        columns(&rows, &[0]),
        tuning.player(&found),
    )
}

/// A number with three digits at least.
fn short(number: f64) -> f64 {
    let digits = 2.0 - libm::floor(libm::log10(number.abs()));
    let scale = libm::pow(10.0, digits.clamp(0.0, 12.0));
    (number * scale).round() / scale
}

/// What the test says about the values; `moved` is whether they differ from the start.
pub fn verdict(test: Option<&Summary>, moved: bool) -> String {
    if !moved {
        return "The values found are those of the start.\n".to_owned();
    }
    let Some(test) = test else {
        return "Not tested: the values are suggestions.\n".to_owned();
    };
    let Some(sprt) = test.sprt else {
        return String::new();
    };
    let (elo0, elo1) = (sprt.elo0, sprt.elo1);
    match test.decision {
        Some((SprtDecision::Alternative, _)) => format!(
            "The test accepts the values: a gain of {elo1} Elo over the start is likelier than \
             {elo0}.\n"
        ),
        Some((SprtDecision::Null, _)) => format!(
            "The test rejects the values: a gain of {elo0} Elo over the start is likelier than \
             {elo1}. Keep the start.\n"
        ),
        None => format!(
            "The test is undecided after {} games: the values are suggestions.\n",
            test.games
        ),
    }
}

/// The result as JSON.
pub fn json(tuning: &Tuning, course: &Course, test: Option<&Summary>) -> Value {
    let found = tuning.found(course.last());
    let parameters = tuning.parameters().iter().zip(&found);
    let parameters = parameters.map(|(parameter, found)| {
        json!({
            "name": parameter.key(),
            "start": parameter.start(),
            "found": found,
            "default": parameter.usual(),
        })
    });
    json!({
        "format": "mustplay-tune-result/1",
        "player": tuning.plan.player,
        "tuned": tuning.player(&found),
        "iterations": course.done(),
        "games": 2 * tuning.plan.pairs * course.done(),
        "parameters": parameters.collect::<Vec<_>>(),
        "test": test.map(report),
    })
}
