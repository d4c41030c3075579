#![no_main]
ascertain_libfuzzer::fuzz!("hello", 1 << 30);
