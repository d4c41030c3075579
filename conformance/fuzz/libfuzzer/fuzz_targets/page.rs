#![no_main]
ascertain_libfuzzer::fuzz!("page", 1 << 30);
