//! Predicates of requirements.

use crate::head_and_text;
use crate::spec::{SMALL, load, small_with};

/// The first byte says where the text stands: as a condition, as a requirement, or as a derived value.
pub(crate) fn predicate(data: &[u8]) {
    let Some((head, text)) = head_and_text(data) else { return };
    let quoted = serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f");
    let own = [
        r#""rank(input) > 0""#,
        r#""-rank(input) <= dim && dim < rank(input)""#,
        r#""if present(dtype) { dtype } else { dtype(input) }""#,
    ];
    let (path, overlay) = SMALL[2];
    let own = own[head % own.len()];
    assert!(overlay.contains(own));
    load(&small_with(path, &overlay.replace(own, &quoted)));
}
