//! Patterns of ids.

use ascertain_judge::pattern::Pattern;

#[test]
fn selects_ids() {
    let ids = ["cumprod/a", "cumprod/a,b", "cumprod/ab", "cumprodx/a", "a.b/lhs=f16,rhs=f16"];
    for (pattern, expected) in [
        ("cumprod", vec![0, 1, 2]),
        ("cumprod/a", vec![0]),
        ("cumprod/a*", vec![0, 1, 2]),
        ("*a", vec![0, 3]),
        ("cumprod?/*", vec![3]),
        ("a", vec![4]),
        ("a.b/lhs=f16", vec![4]),
        ("*f16*f16", vec![4]),
        ("*f16*f16*f16", vec![]),
        ("", vec![]),
        ("*", vec![0, 1, 2, 3, 4]),
    ] {
        let selected = Pattern::new(pattern).select(&ids);
        let found: Vec<usize> = (0..ids.len()).filter(|&i| selected[i]).collect();
        assert_eq!(found, expected, "{pattern}");
    }
}
