use super::{read, read_text};
use std::io::ErrorKind;

#[test]
fn only_regular_files_of_limited_length_are_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("file");
    std::fs::write(&path, b"four").expect("a file");
    assert_eq!(read(&path, 4).expect("it is short enough"), b"four");
    assert_eq!(read(&path, 3).map_err(|error| error.kind()), Err(ErrorKind::FileTooLarge));
    std::fs::write(&path, b"\xff").expect("a file");
    assert_eq!(read_text(&path).map_err(|error| error.kind()), Err(ErrorKind::InvalidData));
    assert_eq!(read(folder.path(), 4).map_err(|error| error.kind()), Err(ErrorKind::InvalidInput));
    #[cfg(unix)]
    assert_eq!(read_text("/dev/zero".as_ref()).map_err(|error| error.kind()), Err(ErrorKind::InvalidInput));
}
