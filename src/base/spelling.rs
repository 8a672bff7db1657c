//! Which word was meant.

/// How many letters must be put in, left out or changed to make one word of the other.
pub fn distance(a: &str, b: &str) -> usize {
    // Whatever is much longer is far away; a megabyte need not be compared.
    if a.len() > b.len() + 2 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (y, above) in b.chars().zip(row.iter_mut().skip(1)) {
            let next = (diagonal + usize::from(x != y))
                .min(left + 1)
                .min(*above + 1);
            diagonal = *above;
            *above = next;
            left = next;
        }
    }
    row.last().copied().unwrap_or_default()
}

/// The word that is spelled most like this one, if one is close.
pub fn nearest<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near = words.map(|one| (distance(word, one), one)).min()?;
    (near.0 <= 2.max(word.len() / 4) && word.len() > 3).then_some(near.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_near_by_letters_changed() {
        assert_eq!(distance("genmov", "genmove"), 1);
        assert_eq!(distance("paly", "play"), 2);
        assert_eq!(distance("", "quit"), 4);
        assert_eq!(distance("kitten", "sitting"), 3);
        let words = ["play", "genmove", "max_comparisons"];
        let meant = |word| nearest(word, words.into_iter());
        assert_eq!(meant("paly"), Some("play"));
        assert_eq!(meant("max_comparason"), Some("max_comparisons"));
        assert_eq!((meant("pl"), meant("undo")), (None, None));
    }
}
