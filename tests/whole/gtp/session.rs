//! The law of the protocol: whatever the input, each request gets exactly one well-formed answer,
//! in order, and afterwards mustplay is running and in step.

use crate::support::engine::answers;
use crate::support::players;
use crate::support::sampling::cases;
use mustplay::gtp::{Session, SessionSettings, serve};
use proptest::collection::vec;
use proptest::prelude::*;
use std::io::Cursor;

/// The answers to these bytes, served in this process.
fn output(input: Vec<u8>) -> String {
    let player = players::options("random");
    let mut session = Session::new(SessionSettings {
        size: "4".parse().expect("a size"),
        player,
    });
    let mut output = Vec::new();
    serve(Cursor::new(input), &mut output, &mut session).expect("a vector takes everything");
    String::from_utf8(output).expect("UTF-8")
}

/// The number of answers these bytes must get by the rules of the protocol: one per line that is
/// neither blank nor a comment.
fn requests(input: &[u8]) -> usize {
    let has_text = |line: &&[u8]| {
        let shown = line
            .iter()
            .filter(|&&byte| !byte.is_ascii_control() && byte != b' ');
        shown.clone().next().is_some_and(|&first| first != b'#')
    };
    input.split(|&byte| byte == b'\n').filter(has_text).count()
}

fn in_step(input: &[u8]) -> Result<(), TestCaseError> {
    // Nothing but its own limit ends a proof.
    let input = [
        b"param_dfpn nodelimit 300\n".as_slice(),
        input,
        b"\n4242 echo in step\n",
    ]
    .concat();
    let expected = requests(&input);
    // HexGui is sent drawings before an answer.
    let output = output(input);
    let blocks = output.split_inclusive("\n\n");
    let output: String = blocks
        .filter(|block| !block.starts_with("gogui-gfx:"))
        .collect();
    let answers = answers(&output).map_err(TestCaseError::fail)?;
    prop_assert_eq!(answers.len(), expected);
    let last = &answers[expected - 1];
    prop_assert_eq!(
        (last.good, last.id.as_str(), last.text.as_str()),
        (true, "4242", "in step")
    );
    let panicked = answers
        .iter()
        .find(|answer| answer.text.contains("internal error"));
    prop_assert!(panicked.is_none(), "{:?}", panicked);
    Ok(())
}

/// Command names and other words. None of the commands waits, writes a file or ends the program.
const NAMES: &str = "name version protocol_version list_commands known_command help echo cputime \
    hexgui-analyze_commands swap-rule gogui-interrupt boardsize clear_board play play-game undo showboard \
    all_legal_moves group-get final_score genmove reg_genmove time_settings time_left param_game \
    param_player loadsgf vc-build vc-get-mustplay vc-between-cells-full vc-between-cells-semi \
    vc-connected-to-full vc-intersection-semi vc-union-full vc-templates vc-set-stats vc-build-incremental vc-undo-incremental \
    vc-maintenance-responses vc-dump connection param_vc param_uct param_puct param_local \
    eval-twod eval-distance eval-bridges eval-potentials eval-resist eval-resist-cells param_eval compute-fillin compute-inferior param_ice analyze solve-state \
    dfpn-solver-find-winning dfpn-get-pv dfpn-get-bounds dfpn-clear-tt dfs-clear-tt param_dfpn explain explain-cells search-get-pv search-scores search-values book-moves param_mohex param_wolve \
    param_player_vc param_solver_board vc-connected-to vc-union kata-analyze lz-analyze kata-raw-nn stop #interrupt 17 ? =";

const ARGUMENTS: &str = "b w black WHITE a1 b2 C3 d4 e5 z99 0 1 4 19 20 -1 0.5 1e99 nan pass resign swap-pieces \
    swap-sides swap labels points words interval use_guifx north name random first seed max_time allow_swap swap_style sides \"a \" \\ # \u{e9} \u{1} \u{85}";

/// Lines resembling commands.
fn lines() -> impl Strategy<Value = Vec<u8>> {
    let words = |text: &'static str| prop::sample::select(text.split(' ').collect::<Vec<_>>());
    let argument = prop_oneof![
        20 => words(ARGUMENTS).prop_map(|word| word.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 0..5),
    ];
    let line = (words(NAMES), vec(argument, 0..4), any::<bool>());
    let line = line.prop_map(|(name, arguments, windows)| {
        let words = std::iter::once(name.as_bytes().to_vec()).chain(arguments);
        let mut line = words.collect::<Vec<_>>().join(&b' ');
        line.extend(if windows { &b"\r\n"[..] } else { b"\n" });
        line
    });
    let fixed = [
        "quit now\n",
        "sleep 0\n",
        "printsgf\n",
        "5 quit 5\r\n",
        "sleep 0.001 # nap\n",
    ];
    let fixed = prop::sample::select(fixed.to_vec()).prop_map(|line| line.as_bytes().to_vec());
    vec(prop_oneof![12 => line, 1 => fixed], 0..40).prop_map(|lines| lines.concat())
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn any_bytes_leave_the_program_in_step(input in vec(any::<u8>(), 0..300)) {
        in_step(&input)?;
    }

    #[test]
    fn anything_like_a_command_leaves_the_program_in_step(input in lines()) {
        in_step(&input)?;
    }
}
