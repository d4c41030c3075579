//! Hands the checks of `ascertain-fuzz` to libFuzzer, and limits memory.

pub use ascertain_fuzz::check;
pub use cap::Cap;
pub use libfuzzer_sys::fuzz_target;

/// A program that fuzzes one target. An input that makes it allocate more than so many bytes ends it, which libFuzzer
/// reports.
#[macro_export]
macro_rules! fuzz {
    ($name:literal, $limit:expr) => {
        #[global_allocator]
        static ALLOCATOR: $crate::Cap<std::alloc::System> = $crate::Cap::new(std::alloc::System, $limit);

        $crate::fuzz_target!(|data: &[u8]| $crate::check($name, data));
    };
}
