//! `mustplay template`: the shipped templates as a list and as pictures.

use super::{answer::answer, files};
use crate::hex::draw::{
    CellMark, Picture, TextStyle, Tint, TitledDrawing, marked_text, svg, svg_sheet,
};
use crate::hex::{Board, BoardSize, Cell, Colour, Edge};
use crate::knowledge::template::{EdgeTemplate, cell_along, library, name, named};
use anyhow::{Context, Result, ensure};
use std::fmt::Write as _;
use std::path::PathBuf;

/// The tasks of `mustplay template`.
#[derive(clap::Subcommand, Clone, Debug)]
pub enum TemplateTask {
    /// List the templates with their names, stones, cells and row widths
    List(ListArguments),
    /// Draw a template
    Show(TemplateShowArguments),
}

/// The arguments of `mustplay template list`.
#[derive(clap::Args, Clone, Debug)]
pub struct ListArguments {
    /// List only templates of a stone on this row
    #[arg(long, value_name = "N")]
    pub row: Option<usize>,

    /// Names of templates to list, such as IV-1 [default: all]
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,

    /// Write a picture (SVG) of the templates side by side to this file instead
    #[arg(long, value_name = "FILE.svg")]
    pub svg: Option<PathBuf>,
}

/// Templates in a row of a picture.
const IN_A_ROW: usize = 5;

/// The arguments of `mustplay template show`.
#[derive(clap::Args, Clone, Debug)]
pub struct TemplateShowArguments {
    /// Name of the template, such as IV-2
    #[arg(value_name = "NAME")]
    pub name: String,

    /// Write a picture (SVG) to this file instead of drawing with characters
    #[arg(long, value_name = "FILE.svg")]
    pub svg: Option<PathBuf>,
}

/// Lists or draws.
pub fn run(task: &TemplateTask) -> Result<()> {
    match task {
        TemplateTask::List(options) => list(options),
        TemplateTask::Show(options) => show(options),
    }
}

fn list(options: &ListArguments) -> Result<()> {
    let chosen: Vec<&EdgeTemplate> = if options.names.is_empty() {
        library().iter().collect()
    } else {
        let of = |text: &String| named(text).with_context(|| unknown(text));
        options.names.iter().map(of).collect::<Result<_>>()?
    };
    let of_row = |one: &&EdgeTemplate| options.row.is_none_or(|row| row == one.row);
    let chosen: Vec<&EdgeTemplate> = chosen.into_iter().filter(of_row).collect();
    if let Some(path) = &options.svg {
        ensure!(!chosen.is_empty(), "no template to draw");
        return files::write(path, sheet(&chosen)?);
    }
    let mut text = String::from("name    stones cells widths\n");
    for one in chosen {
        let (name, stones) = (name(one).unwrap_or_default(), one.others.len() + 1);
        let (cells, widths) = (one.carrier.len(), widths(one));
        let _ = writeln!(text, "{name:<7} {stones:>6} {cells:>5} {widths}");
    }
    answer(&text)
}

/// A picture of the templates.
fn sheet(templates: &[&EdgeTemplate]) -> Result<String> {
    let drawn = templates.iter().map(|one| drawn(one));
    let drawn: Vec<(Board, Vec<CellMark>)> = drawn
        .collect::<Option<_>>()
        .context("one of them does not fit on any board")?;
    let drawings: Vec<TitledDrawing> = templates
        .iter()
        .zip(&drawn)
        .map(|(one, (board, marks))| TitledDrawing {
            title: name(one).unwrap_or_default(),
            picture: Picture { board, last: None },
            marks: marks.clone(),
        })
        .collect();
    Ok(svg_sheet("Edge templates", &drawings, IN_A_ROW))
}

fn unknown(name: &str) -> String {
    format!("unknown template {name}: see mustplay template list")
}

/// The widths of the rows from the highest to the one at the edge, as in 2-3-4.
fn widths(template: &EdgeTemplate) -> String {
    let widths: Vec<String> = template.widths().iter().map(usize::to_string).collect();
    widths.join("-")
}

fn show(options: &TemplateShowArguments) -> Result<()> {
    let template = named(&options.name).with_context(|| unknown(&options.name))?;
    let name = name(template).unwrap_or_default();
    let (board, marks) = drawn(template).context("it does not fit on any board")?;
    let picture = Picture {
        board: &board,
        last: None,
    };
    if let Some(path) = &options.svg {
        return files::write(path, svg(&picture, &marks));
    }
    let stones = match template.others.len() + 1 {
        1 => "one stone".to_owned(),
        stones => format!("{stones} stones"),
    };
    answer(&format!(
        "Edge template {name}: {stones}, {} cells, widths {}\n{}\n",
        template.carrier.len(),
        widths(template),
        marked_text(&picture, &marks, TextStyle::default())
    ))
}

/// A template at the south edge of a board that is just large enough, with its carrier marked.
fn drawn(template: &EdgeTemplate) -> Option<(Board, Vec<CellMark>)> {
    let columns = || template.points().map(|(column, _)| column);
    let (left, right) = (columns().min()?, columns().max()?);
    let height = template.widths().len();
    let size = BoardSize::new(right.abs_diff(left) + 1, height).ok()?;
    let size = size.with_connections().ok()?;
    let at = |(column, row)| -> Option<Cell> { cell_along(size, Edge::South, column - left, row) };
    let mut board = Board::new(size);
    let stones = std::iter::once((0, template.row - 1)).chain(template.others.iter().copied());
    for cell in stones.filter_map(at) {
        board.place(Colour::Black, cell);
    }
    let mark = |cell| CellMark {
        cell,
        tint: Tint::Good,
        strength: 0.5,
        text: "+".to_owned(),
    };
    let marks = template.carrier.iter().copied().filter_map(at).map(mark);
    Some((board, marks.collect()))
}
