//! Words that were meant.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_near_by_letters_changed() {
        assert_eq!(distance("genmov", "genmove"), 1);
        assert_eq!(distance("paly", "play"), 2);
        assert_eq!(distance("", "quit"), 4);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
