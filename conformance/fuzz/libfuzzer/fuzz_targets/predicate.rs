#![no_main]
ascertain_libfuzzer::fuzz!("predicate", 1 << 30);
