#![no_main]
// The zeros of outputs that questions leave to the backend: 8 GiB and one output more, twice, which nothing touches.
ascertain_libfuzzer::fuzz!("offline_index", 36 << 30);
