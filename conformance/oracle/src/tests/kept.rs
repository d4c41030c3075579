//! How often the hulls of lines are computed.

use super::super::kept::KeptLines;
use super::super::spans::Hull;

/// Of each of so many elements of lines side by side, as a scan asks: how often hulls are computed.
fn computed(lines: usize, n: usize) -> usize {
    let (mut kept, mut count) = (KeptLines::default(), 0);
    let hulls = |line: usize| vec![vec![Hull::of_integer(line as i128)]];
    for at in 0..lines * n {
        let line = kept.line(at % lines, n, || {
            count += 1;
            Some(hulls(at % lines))
        });
        assert_eq!(line, Some(&*hulls(at % lines)));
    }
    count
}

#[test]
fn the_hulls_of_lines_side_by_side_are_computed_once() {
    for (lines, n) in [(1, 7), (2, 300), (64, 32)] {
        assert_eq!(computed(lines, n), lines);
    }
    // More than there is room for.
    assert!(computed(200, 1000) > 200);
    assert_eq!(KeptLines::default().line(0, 1, || None), None);
}
