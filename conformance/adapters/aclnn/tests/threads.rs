//! Several threads call the library at once: each gets its own results and its own messages.

mod support;

use ascertain_aclnn::{aclDestroyScalar, aclDestroyTensor, aclnnInplaceCumprod, aclrtFree};
use std::{ptr, thread};
use support::{dim, message, plan, read, start, vector};

#[test]
fn threads_do_not_disturb_each_other() {
    start();
    let work = |number: i32| {
        for round in 0..50 {
            let factor = (number * 50 + round) as f32;
            let (memory, tensor) = vector(&[factor, 2.0, 0.5]);
            let (along, beyond) = (dim(0), dim(number + 2));
            let (code, executor) = plan(tensor, along);
            assert_eq!(code, 0, "{}", message());
            assert_eq!(plan(tensor, beyond).0, 161_002);
            assert!(message().contains(&format!("dim {} of ACL_INT32", number + 2)), "{}", message());
            assert_eq!(aclnnInplaceCumprod(ptr::null_mut(), 0, executor, ptr::null_mut()), 0);
            assert_eq!(read(memory, 3), [factor, 2.0 * factor, factor]);
            assert_eq!(aclDestroyTensor(tensor), 0);
            assert_eq!(aclDestroyScalar(along) | aclDestroyScalar(beyond), 0);
            assert_eq!(aclrtFree(memory), 0, "{}", message());
        }
        assert!(!message().is_empty());
    };
    thread::scope(|scope| (0..8).for_each(|number| _ = scope.spawn(move || work(number))));
    assert_eq!(message(), "", "messages of other threads do not appear here");
}
