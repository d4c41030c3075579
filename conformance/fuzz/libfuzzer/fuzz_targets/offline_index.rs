#![no_main]
// The zeros of an output that a question leaves to the backend: up to 8 GiB, which nothing touches.
ascertain_libfuzzer::fuzz!("offline_index", 20 << 30);
