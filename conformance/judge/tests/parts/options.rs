//! Options of a run.

use ascertain_judge::options::Shard;

#[test]
fn shards_count_from_one() {
    assert_eq!("2/3".parse(), Ok(Shard { part: 2, of: 3 }));
    for wrong in ["0/3", "4/3", "1", "1/0", "a/b", "1/2/3", "-1/2"] {
        assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
    }
}
