use super::super::sample::Known::{Nothing, Share, Win};
use super::super::sample::{cell, moved, review, size};
use super::*;
use Colour::{Black, White};

/// What is proved is called so, and nothing else; the move that wins and the answer are named.
#[test]
fn remarks_name_moves_and_proofs() {
    for (before, after, proved, parts) in [
        (Win(Black), Win(Black), true, &["wins"][..]),
        (Win(Black), Win(White), true, &["b2 wins", "White", "by b2"]),
        (Win(Black), Nothing, true, &["b2 wins"]),
        (Win(Black), Share(0.25), true, &["b2 wins", "75%"]),
        (Nothing, Win(White), true, &["White wins by b2"]),
        (
            Share(0.75),
            Win(White),
            true,
            &["White wins by b2", "b2", "75%"],
        ),
        (Win(White), Win(White), true, &["Black", "lost"]),
        (Share(0.75), Share(0.5), false, &["75%", "50%", "b2"]),
        (Share(0.75), Share(0.25), false, &["b2", "75%"]),
        (Share(0.75), Nothing, false, &[]),
    ] {
        let words = moved("c3", before, after).words(size());
        assert_eq!(words.contains("proved"), proved, "{words}");
        for part in parts {
            assert!(words.contains(part), "{part:?} is not in {words:?}");
        }
    }
    let best = moved("b2", Share(0.75), Share(0.5)).words(size());
    assert!(!best.contains("b2") && best.contains("50%"), "{best}");
}

#[test]
fn titles_have_number_move_and_mark() {
    assert_eq!(moved("c3", Share(0.9), Share(0.1)).title(size()), "2. c3");
    assert_eq!(moved("c3", Win(Black), Win(White)).title(size()), "2. c3??");
    assert_eq!(played(size(), Move::Swap), "swap");
    assert_eq!(played(size(), Move::Pass), "pass");
}

#[test]
fn only_marked_moves_are_listed() {
    let moves = vec![
        moved("c3", Win(Black), Win(White)),
        moved("d4", Win(White), Win(White)),
    ];
    let words = text(&review(moves.clone()));
    assert!(words.starts_with("5x5, 2 moves, unfinished."), "{words}");
    assert!(
        words.contains("2. c3?? (Black)") && words.contains("\n    link\n"),
        "{words}"
    );
    assert!(!words.contains("d4"), "{words}");
    assert!(
        words.contains("Black: 1 ??, 0 ?, 0 ?!") && words.contains("100.0"),
        "{words}"
    );
    let words = text(&review(moves[1..].to_vec()));
    assert!(
        words.contains("No move is marked") && !words.contains("link"),
        "{words}"
    );
}

/// What was not evaluated is not praised.
#[test]
fn moves_that_were_not_evaluated_are_counted() {
    let unknown = vec![moved("c3", Nothing, Nothing), moved("d4", Nothing, Nothing)];
    let game = review(unknown.clone());
    let words = text(&game);
    assert!(
        words.contains("Nothing was evaluated in this time."),
        "{words}"
    );
    assert!(
        !words.contains("marked") && !words.contains("points"),
        "{words}"
    );
    assert_eq!(json(&game)["players"]["black"]["mean_loss"], Value::Null);
    let good = moved("b2", Share(0.5), Share(0.5));
    let words = text(&review([unknown, vec![good]].concat()));
    let expected = "No move is marked as bad; 2 of 3 moves were not evaluated in this time.";
    assert!(words.contains(expected), "{words}");
    assert!(
        words.contains("average loss per move: 0.0 points"),
        "{words}"
    );
}

#[test]
fn the_result_is_the_games_or_else_the_files() {
    let mut game = review(Vec::new());
    let head = |game: &Review| headline(game);
    game.recorded = Some((White, "T".to_owned()));
    let recorded = head(&game);
    assert!(
        recorded.contains("White won on time") && recorded.contains("file"),
        "{recorded}"
    );
    game.winner = Some(Black);
    assert!(head(&game).ends_with("Black won."), "{}", head(&game));
    game.resigned = Some(White);
    assert!(head(&game).ends_with("White resigned."), "{}", head(&game));
    for (decided, right) in [
        (Some((3, Black)), "resigned in a lost position"),
        (Some((3, White)), "resigned in a won position"),
        (None, "not proved"),
    ] {
        game.decided = decided;
        let lines = ending(&game);
        assert!(lines.last().expect("a line").contains(right), "{lines:?}");
        assert_eq!(lines.len(), 1 + usize::from(decided.is_some()));
    }
}

#[test]
fn a_swap_is_called_right_or_wrong() {
    let swap = |swapped, share, proved| {
        let opening = cell("c3");
        let swap = SwapVerdict {
            opening,
            swapped,
            share,
            proved,
        };
        swap.words(size())
    };
    let right = swap(true, Some(1.0), true);
    assert!(
        right.contains("right") && right.contains("proved to win"),
        "{right}"
    );
    let wrong = swap(false, Some(0.7), false);
    assert!(wrong.contains("wrong") && wrong.contains("70%"), "{wrong}");
    assert!(!wrong.contains("proved"), "{wrong}");
    let open = swap(false, None, false);
    assert!(!open.contains("right") && !open.contains("wrong"), "{open}");
}

#[test]
fn json_has_the_same_as_the_words() {
    let moves = vec![moved("c3", Win(Black), Win(White))];
    let mut review = review(moves);
    review.decided = Some((2, White));
    let json = json(&review);
    assert_eq!(json["format"], FORMAT);
    assert_eq!(
        json["decided"],
        serde_json::json!({"from_move": 2, "winner": "white"})
    );
    let one = &json["reviewed"][0];
    for (key, value) in [
        ("move", Value::from("c3")),
        ("colour", "black".into()),
        ("best", "b2".into()),
        ("loss", 1.0.into()),
        ("symbol", "??".into()),
        ("verdict", "throws".into()),
        ("words", review.moves[0].words(size()).into()),
    ] {
        assert_eq!(one[key], value, "{key}");
    }
    assert_eq!(one["before"]["proved"], "black");
    assert_eq!(one["after"]["share"], 0.0);
    assert_eq!(json["players"]["black"]["blunders"], 1);
    assert_eq!(json["players"]["white"]["mean_loss"], Value::Null);
}
