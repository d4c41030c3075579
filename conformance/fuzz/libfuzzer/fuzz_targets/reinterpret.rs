#![no_main]
ascertain_libfuzzer::fuzz!("reinterpret", 1 << 30);
